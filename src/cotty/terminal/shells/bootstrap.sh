# Becomes the person's shell, with marks if it is bash, zsh or fish. Any POSIX sh runs this (dash, ash, bash, ksh), on
# machines that have no file of cotty. It says nothing, and whatever fails leaves a plain shell.
#   $1 nonce   $2 the shell asked for, or empty   $3 "login" or empty   $4 $5 $6 the scripts for bash, zsh, fish
# `exec` that fails ends every sh at once, so a shell is looked at before it is tried.
exec 9>&2 2>/dev/null # silent while looking around; every exec gives standard error back

# A variable that was unset is not exported, so nothing here reaches the shell but what `export` names.
unset cotty_shell cotty_directory cotty_place cotty_private

cotty_usable() {
    case $1 in
        '') return 1 ;;
        /*) cotty_shell=$1 ;;
        *) cotty_shell=$(command -v "$1") ;;
    esac
    case $cotty_shell in
        /*) [ -f "$cotty_shell" ] && [ -x "$cotty_shell" ] ;;
        *) false ;;
    esac
}

cotty_of_account() {
    cotty_shell=$(getent passwd "$(id -u)") || cotty_shell=$(grep "^[^:]*:[^:]*:$(id -u):" /etc/passwd)
    cotty_usable "${cotty_shell##*:}"
}

# -l only for shells that are known to take it: another would refuse to start.
cotty_plain() {
    case ${cotty_shell##*/}:$1 in
        *:) exec "$cotty_shell" 2>&9 9>&- ;;
        bash*|rbash:*|zsh*|fish*|sh:*|dash:*|ash:*|*ksh*|csh:*|tcsh:*) exec "$cotty_shell" -l 2>&9 9>&- ;;
        *) exec "$cotty_shell" 2>&9 9>&- ;;
    esac
}

# mkdir fails on whatever is there already, links included. The socket's directory is writable where tmux runs.
cotty_private_directory() {
    for cotty_place in "${TMPDIR-}" /tmp "${TMUX%/*}" /dev/shm /var/tmp; do
        case $cotty_place in *[!A-Za-z0-9/._+-]*) continue ;; /*) ;; *) continue ;; esac
        cotty_directory=$cotty_place/cotty-shell-$$
        mkdir -m 700 "$cotty_directory" && return
    done
    return 1
}

# cotty_write FILE TEXT...: a file that could not be written whole is taken away again.
cotty_write() (
    umask 077
    cotty_private=$1
    shift
    printf '%s\n' "$@" >"$cotty_private" || { rm -rf "${cotty_private%/*}"; false; }
)

# In POSIX mode bash reads $ENV instead of every other file, as a login shell too, so the script makes a true login shell
# ("logout", ~/.bash_logout, shopt login_shell) and leaves POSIX mode at once. macOS takes $ENV away from its bash 3.2:
# there --rcfile serves, and the shell only resembles a login shell. An exported POSIXLY_CORRECT is a wish: plain.
cotty_bash() {
    set -- "$1" "$2" "$3" "$(BASH_ENV= "$cotty_shell" --norc --noprofile -c 'echo "${BASH_VERSINFO[0]}"')"
    case $4:${POSIXLY_CORRECT+x} in [3-9]:|[1-9][0-9]:) ;; *) return ;; esac
    cotty_private_directory || return
    cotty_write "$cotty_directory/start" \
        "__cotty_nonce=$1 __cotty_directory=$cotty_directory __cotty_login=$2 __cotty_history=${HISTFILE+own} __cotty_mail=${MAILCHECK+own}" \
        "$3" || return
    [ "$4" != 3 ] || exec "$cotty_shell" --rcfile "$cotty_directory/start" 2>&9 9>&-
    [ -z "${ENV+x}" ] || export COTTY_ENV="$ENV"
    export ENV="$cotty_directory/start"
    exec "$cotty_shell" --posix ${2:+--login} 2>&9 9>&-
}

# Where the system's own zshenv speaks of ZDOTDIR it would undo ours, or ours would undo it: plain.
cotty_zsh() {
    ! grep -qs '^[^#]*ZDOTDIR' /etc/zshenv /etc/zsh/zshenv || return
    cotty_private_directory || return
    cotty_write "$cotty_directory/.zshenv" "__cotty_nonce=$1 __cotty_directory=$cotty_directory" "$3" || return
    [ -z "${ZDOTDIR+x}" ] || export COTTY_ZDOTDIR="$ZDOTDIR"
    export ZDOTDIR="$cotty_directory"
    exec "$cotty_shell" ${2:+-l} 2>&9 9>&-
}

cotty_fish() {
    cotty_private_directory || return
    cotty_write "$cotty_directory/start" "set -g __cotty_nonce $1" "set -g __cotty_directory $cotty_directory" "$3" || return
    exec "$cotty_shell" ${2:+-l} -C "source $cotty_directory/start" 2>&9 9>&-
}

cotty_usable "$2" || cotty_usable "${SHELL-}" || cotty_of_account || cotty_shell=/bin/sh
case ${cotty_shell##*/} in
    bash|bash[-.0-9]*) [ -z "$4" ] || cotty_bash "$1" "$3" "$4" ;;
    zsh|zsh[-.0-9]*) [ -z "$5" ] || cotty_zsh "$1" "$3" "$5" ;;
    fish|fish[-.0-9]*) [ -z "$6" ] || cotty_fish "$1" "$3" "$6" ;;
esac
cotty_plain "$3"
