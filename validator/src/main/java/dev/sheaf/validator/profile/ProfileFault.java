package dev.sheaf.validator.profile;

import java.io.IOException;

/** Thrown when a profile says something that no profile can. The message names the file and the place in it. */
public final class ProfileFault extends IOException {

    private static final long serialVersionUID = 1L;

    private final String stanza;
    private final String key;
    private final String problem;

    /**
     * Creates a fault.
     *
     * @param place file and line, for people
     * @param stanza name of the rule; empty for the beginning of the profile
     * @param key under which the fault stands; empty when it is about the whole of it
     * @param problem what is wrong and what is expected, for people
     */
    ProfileFault(String place, String stanza, String key, String problem) {
        super(place + ": " + problem);
        this.stanza = stanza;
        this.key = key;
        this.problem = problem;
    }

    /** Returns the name of the rule; empty for the beginning of the profile. */
    public String stanza() {
        return stanza;
    }

    /** Returns the key under which the fault stands; empty when it is about the whole stanza. */
    public String key() {
        return key;
    }

    /** Returns what is wrong, without the place. */
    public String problem() {
        return problem;
    }
}
