# Marks for zsh 5: A and B around the prompt, C before a command's output, D and its exit code after it.
# This stands as .zshenv in a private ZDOTDIR; the lines before it set __cotty_nonce and __cotty_directory. The person's
# own ZDOTDIR is back before any file of theirs is read, and our functions are parsed before their aliases exist.
command rm -rf -- $__cotty_directory
unset ZDOTDIR
(( ! ${+COTTY_ZDOTDIR} )) || export ZDOTDIR=$COTTY_ZDOTDIR
unset COTTY_ZDOTDIR __cotty_directory

typeset -g __cotty_ran= __cotty_bare= __cotty_path= __cotty_place= __cotty_kept=
typeset -g __cotty_osc=$'\e]133;' __cotty_tail=$';cotty='$__cotty_nonce$'\a' __cotty_cwd=$'\e]7;file://' __cotty_bel=$'\a'
# The escape of the output's end, as a prompt: %? is the exit code.
typeset -g __cotty_eol=$'%{\e]133;D;%?;cotty='$__cotty_nonce$'\a%}'
typeset -g __cotty_close=$'%{\e]133;B;cotty='$__cotty_nonce$'\a%}'

# Functions made by `emulate -c` keep these options whatever the person sets: set -u, set -x, set -a, KSH_ARRAYS and all.
emulate zsh -o noxtrace -o noerrexit -o noallexport -o nomultibyte -o extendedglob -c '
__cotty_say() {
    if [[ -t 1 ]]; then builtin print -rn -- $1; elif [[ -t 2 ]]; then builtin print -rnu2 -- $1; else builtin print -rn -- $1 >$TTY; fi
}

__cotty_first() {
    local code=$?
    if [[ -n $__cotty_ran ]]; then
        __cotty_say "${__cotty_osc}D;$code$__cotty_tail"
        __cotty_restore_eol
    fi
    __cotty_ran=
    __cotty_locate
    __cotty_say "$__cotty_cwd$HOST$__cotty_path$__cotty_bel"
}

__cotty_last() {
    __cotty_undress
    [[ -n $__cotty_bare ]] || PS1=${PS1-}$__cotty_close
    __cotty_arrange
    __cotty_say "${__cotty_osc}A;cwd=$__cotty_path$__cotty_tail"
}

__cotty_preexec() {
    __cotty_undress
    __cotty_ran=true
    __cotty_kept=${PROMPT_EOL_MARK+set}${PROMPT_EOL_MARK-}
    # zsh writes this as the first thing after a command, before it fills the line (PROMPT_SP) and before any precmd, so
    # the output ends exactly. Where PROMPT_SP is off only the mark of __cotty_first comes; where it is on, both do.
    [[ -n $__cotty_bare ]] || PROMPT_EOL_MARK=$__cotty_eol${PROMPT_EOL_MARK-%B%S%#%s%b}
    __cotty_say "${__cotty_osc}C$__cotty_tail"
}

__cotty_restore_eol() {
    [[ ${PROMPT_EOL_MARK-} == $__cotty_eol* ]] || return 0
    if [[ -n $__cotty_kept ]]; then PROMPT_EOL_MARK=${__cotty_kept#set}; else unset PROMPT_EOL_MARK; fi
}

__cotty_locate() {
    local MATCH MBEGIN MEND
    [[ $__cotty_place != $PWD ]] || return 0
    __cotty_place=$PWD
    __cotty_path=${PWD//(#m)[^A-Za-z0-9\/._~-]/%${(l:2::0:)$(([##16]#MATCH))}}
}

# The prompt wears its mark only while it stands there: what a command reads of PS1 is the text of the person.
__cotty_undress() {
    PS1=${${PS1-}//$__cotty_close}
}

# First, to end the output before others print; last, because a prompt may be built by what stands between.
__cotty_arrange() {
    precmd_functions=(__cotty_first ${precmd_functions:#__cotty_(first|last)} __cotty_last)
    preexec_functions=(${preexec_functions:#__cotty_preexec} __cotty_preexec)
}

__cotty_settle() {
    [[ ${functions[precmd]-} != *__cotty_settle* ]] || unfunction precmd
    __cotty_arrange
}
'
__cotty_arrange
# zsh calls this before it reads the list, so at the first prompt ours come to stand around what the person listed. It
# sees the options of the person. Where they have a precmd of their own, the lists alone must do.
precmd() { [[ -o promptpercent ]] || __cotty_bare=true; __cotty_settle; }

if [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then source ${ZDOTDIR:-$HOME}/.zshenv; fi
