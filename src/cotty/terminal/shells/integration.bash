# Marks for bash 3.2 and newer: A and B around the prompt, C before a command's output, D and its exit code after it.
# The lines before this one set __cotty_nonce, __cotty_directory, __cotty_login, __cotty_history and __cotty_mail.
# Our functions are parsed before the person's aliases exist. They speak to fd 3, which is the terminal, while fd 2 is
# shut, so that `set -x` shows nothing of them. No command in them may fail outside a condition: `set -e` ends the shell.
command rm -rf -- "$__cotty_directory"
__cotty_posix=
if [[ -o posix ]]; then # $ENV brought us here
    set +o posix
    __cotty_posix=true
    shopt -u inherit_errexit 2>/dev/null
    [[ $__cotty_history ]] || HISTFILE=~/.bash_history # POSIX mode has other defaults
    [[ $__cotty_mail ]] || MAILCHECK=60
    if [[ ${COTTY_ENV+own} ]]; then ENV=$COTTY_ENV; else unset ENV; fi
    unset COTTY_ENV
fi

# Counted and noted in array elements where no hook of ours can shut off `set -a`: an array is never exported.
__cotty_count=(0) __cotty_ready=() __cotty_seen= __cotty_place= __cotty_path= __cotty_told= __cotty_debugged=
__cotty_close= __cotty_start= __cotty_literal= # what stands in PS1 and PS0
__cotty_number='\#' # the number of the next command
__cotty_end=$'\e]133;B;cotty='$__cotty_nonce$'\a' __cotty_run=$'\e]133;C;cotty='$__cotty_nonce$'\a'
__cotty_before='{ __cotty_first && :; } 3>&2 2>/dev/null' __cotty_after='{ __cotty_last; } 3>&2 2>/dev/null'
__cotty_safe=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._~-
__cotty_ps0= # PS0 and ${x@P} came together, with 4.4
((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)) || __cotty_ps0=true

# `set -a` would export what is assigned here. Arrays in PROMPT_COMMAND see $? as it was; a string sees what this returns,
# and `&& :` behind the call keeps that from `set -e` and from traps on ERR.
__cotty_first() {
    local code=$?
    case $- in
        *a*) set +a; __cotty_prompt "$code"; set -a ;;
        *) __cotty_prompt "$code" ;;
    esac
    return "$code"
}

# Where a person put something in the place of the first, the last tells what it had to tell.
__cotty_last() {
    local code=$?
    case $- in
        *a*) set +a; __cotty_settle "$code"; set -a ;;
        *) __cotty_settle "$code" ;;
    esac
}

__cotty_settle() {
    [[ $__cotty_told ]] || __cotty_prompt "$1"
    __cotty_told=
    __cotty_arrange
    __cotty_begin
}

__cotty_prompt() {
    local count=${__cotty_count[0]}
    __cotty_ready[0]=
    [[ -z $__cotty_literal ]] || count=${__cotty_number@P} # in 5.3 it misses the first command
    if [[ $count != "${__cotty_seen:-$count}" ]]; then
        builtin printf '\e]133;D;%s;cotty=%s\a' "$1" "$__cotty_nonce" >&3
    fi
    __cotty_seen=$count
    __cotty_told=true
    __cotty_locate
    builtin printf '\e]7;file://%s%s\a' "${HOSTNAME-}" "$__cotty_path" >&3
    [[ -z $__cotty_debugged ]] || __cotty_begin
}

# A comes from here and not from PS1, which readline writes anew whenever it likes.
__cotty_begin() {
    __cotty_dress
    builtin printf '\e]133;A;cwd=%s;cotty=%s\a' "$__cotty_path" "$__cotty_nonce" >&3
    __cotty_ready[0]=true
}

# One fork, and only where the name of a new directory has something to escape.
__cotty_locate() {
    [[ $__cotty_place != "${PWD-}" ]] || return 0
    __cotty_place=${PWD-}
    case $__cotty_place in
        *[!$__cotty_safe]*) __cotty_path=$(__cotty_escape "$__cotty_place") ;;
        *) __cotty_path=$__cotty_place ;;
    esac
}

__cotty_escape() {
    local LC_ALL=C text=$1 out= byte code
    while [[ $text ]]; do
        byte=${text:0:1} text=${text:1}
        case $byte in
            [$__cotty_safe]) out+=$byte ;;
            *) builtin printf -v code '%d' "'$byte"; builtin printf -v code '%%%02X' "$((code & 255))"; out+=$code ;;
        esac
    done
    builtin printf '%s' "$out"
}

# The prompt names our variables, so that no child reads the nonce in an exported PS1; it is also un-exported, like
# PROMPT_COMMAND, because a child would run what is not defined there.
__cotty_dress() {
    local prompt=${PS1-} start=${PS0-}
    [[ -z $__cotty_close ]] || prompt=${prompt//"$__cotty_close"/}
    [[ -z $__cotty_start ]] || start=${start//"$__cotty_start"/}
    if builtin shopt -q promptvars; then
        __cotty_close='\[${__cotty_end-}\]' __cotty_start='${__cotty_run:0*(__cotty_count[0]+=1)}' __cotty_literal=
    else
        __cotty_close="\\[$__cotty_end\\]" __cotty_start=$__cotty_run __cotty_literal=$__cotty_ps0
    fi
    PS1=$prompt$__cotty_close
    [[ -z $__cotty_ps0 ]] || PS0=$start$__cotty_start
    builtin export -n PS1 PS0
}

# Ours stand first, to see $? and to end the output before anything else prints, and last, because a prompt may be built
# by what stands between. With a DEBUG trap of the person nothing may follow theirs: such traps take the next command
# for the one that was typed.
__cotty_arrange() {
    if [[ ${bash_preexec_imported-}${__bp_imported-} ]]; then
        __cotty_arrange_functions
    elif ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 501)); then
        __cotty_arrange_string
    else
        __cotty_arrange_array
    fi
    builtin export -n PROMPT_COMMAND
}

__cotty_arrange_array() {
    local each last=$__cotty_after
    local -a others=()
    [[ -z $__cotty_debugged ]] || last=
    for each in "${PROMPT_COMMAND[@]}"; do
        [[ $each != "$__cotty_before" && $each != "$__cotty_after" ]] || continue
        each=${each//"$__cotty_before"/:} # where the person wrote "more; $PROMPT_COMMAND"
        others+=("${each//"$__cotty_after"/:}")
    done
    PROMPT_COMMAND=("$__cotty_before" ${others[@]+"${others[@]}"} ${last:+"$last"})
}

__cotty_arrange_string() {
    local text=${PROMPT_COMMAND-} last=$'\n'$__cotty_after
    [[ -z $__cotty_debugged ]] || last=
    [[ $text != "$__cotty_before"*"$last" ]] || return 0
    text=${text//"$__cotty_before"/:}
    PROMPT_COMMAND=$__cotty_before$'\n'${text//"$__cotty_after"/:}$last
}

# bash-preexec holds the ends of PROMPT_COMMAND itself and offers these lists instead.
__cotty_arrange_functions() {
    local each
    local -a others=()
    for each in ${precmd_functions[@]+"${precmd_functions[@]}"}; do
        [[ $each == __cotty_precmd* ]] || others+=("$each")
    done
    precmd_functions=(__cotty_precmd_first ${others[@]+"${others[@]}"} __cotty_precmd_last)
}

__cotty_precmd_first() { __cotty_first || :; } 3>&2 2>/dev/null
__cotty_precmd_last() { __cotty_last; } 3>&2 2>/dev/null

# Before PS0 there was only the DEBUG trap. It does not fire for a command that is one ( subshell ).
__cotty_debug() {
    if [[ ${__cotty_ready[0]-} && -z ${COMP_LINE-}${READLINE_LINE+bound} && $BASH_COMMAND != __cotty_first ]]; then
        __cotty_ready[0]= __cotty_count[0]=$((__cotty_count[0] + 1))
        builtin printf '%s' "$__cotty_run" >&3
    fi
}

# $1: what `trap -p DEBUG` says, which no function sees. A function cannot set that trap either.
__cotty_install() {
    local -a words=()
    __cotty_trap=
    if [[ $__cotty_ps0 ]]; then
        __cotty_debugged=$1
    else
        builtin eval "words=($1)"
        words[0]="{ __cotty_debug \"\$_\"; } 3>&2 2>/dev/null${words[2]:+; ${words[2]}}"
        builtin printf -v __cotty_trap '\\builtin trap %q DEBUG' "${words[0]}"
    fi
    case $- in *a*) set +a; __cotty_arrange; set -a ;; *) __cotty_arrange ;; esac
    builtin unset __cotty_file __cotty_posix __cotty_directory __cotty_login __cotty_history __cotty_mail
    builtin export -n "${!__cotty_@}"
}

# At the top level, because a function would make what they declare local to it.
if [[ $__cotty_login ]]; then
    if [[ -r /etc/profile ]]; then . /etc/profile || :; fi
    for __cotty_file in ~/.bash_profile ~/.bash_login ~/.profile; do
        if [[ -r $__cotty_file ]]; then . "$__cotty_file" || :; break; fi
    done
else
    # The system's file has the place that bash was built with; these two are in use. --rcfile may have read it already.
    for __cotty_file in ${__cotty_posix:+/etc/bash.bashrc /etc/bash/bashrc}; do
        if [[ -r $__cotty_file ]]; then . "$__cotty_file" || :; break; fi
    done
    if [[ -r ~/.bashrc ]]; then . ~/.bashrc || :; fi
fi
# From here on any word may be an alias, `case` included; a backslash keeps it a word.
\__cotty_install "$(\builtin trap -p DEBUG)"
\builtin eval "$__cotty_trap"
