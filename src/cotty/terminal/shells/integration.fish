# Marks for fish 3.2 and newer: A and B around the prompt, C before a command's output, D and its exit code after it.
# Sourced by --init-command, after the person's files; the lines before it set __cotty_nonce and __cotty_directory.
command rm -rf -- $__cotty_directory
set -e __cotty_directory

# Before 3.2 an interrupted command ended without an event: no marks are better than wrong ones.
if not string match -qr '^(2|3\.[01])\.' -- $version
    function __cotty_ended --on-event fish_postexec
        printf '\e]133;D;%s;cotty=%s\a' $status $__cotty_nonce
    end

    # The prompt wears its mark only while it stands there: what a command reads of fish_prompt is the person's own. No
    # command may come before theirs in it, or they would see another $status and $pipestatus.
    function __cotty_prompt --on-event fish_prompt --on-event fish_cancel --on-event fish_posterror
        set -l path (string escape --style=url -- $PWD)
        printf '\e]7;file://%s%s\a\e]133;A;cwd=%s;cotty=%s\a' $hostname $path $path $__cotty_nonce
        if not functions -q __cotty_own_prompt
            functions -c fish_prompt __cotty_own_prompt
            functions -e fish_prompt
            function fish_prompt
                __cotty_own_prompt
                printf '\e]133;B;cotty=%s\a' $__cotty_nonce
            end
        end
    end

    function __cotty_started --on-event fish_preexec
        if functions -q __cotty_own_prompt
            functions -e fish_prompt
            functions -c __cotty_own_prompt fish_prompt
            functions -e __cotty_own_prompt
        end
        printf '\e]133;C;cotty=%s\a' $__cotty_nonce
    end
end
