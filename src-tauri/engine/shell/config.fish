# Read by a fish that Inglenook starts, after its own configuration. It tells the terminal where prompts, commands and
# their outputs are (OSC 133), and the directory (OSC 7). From version 4 on, fish says so itself.

if status is-interactive; and not set -q __inglenook_ready; and string match -qr '^[0-3]\.' -- $version
    set -g __inglenook_ready 1

    function __inglenook_prompt --on-event fish_prompt
        set -l ended $status
        if set -q __inglenook_ran
            printf '\e]133;D;%s\a' $ended
        end
        set -g __inglenook_ran 1
        printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
        printf '\e]133;A\a'
    end

    function __inglenook_preexec --on-event fish_preexec
        # A shell that takes the place of this one will not say when it is done, so nothing is said to run then.
        if not string match -qr '^\s*exec(\s|$)' -- "$argv"
            set -l line (string join ' ' -- (string split \n -- "$argv"))
            printf '\e]133;C;cmdline_url=%s\a' (string escape --style=url -- (string sub -l 1024 -- "$line"))
        end
    end
end
