package dev.sheaf.simulator.misbehaviour;

import java.util.List;

/** Result of a harvest. */
public enum Ending {
    /** Everything arrived, and the harvester reports it. */
    COMPLETE("complete", "complete", "complete-unproven"),
    /** Everything arrived except records that cannot be accepted; these are kept and named. */
    QUARANTINE("complete, with records set aside and named", "complete-with-quarantine"),
    /** The harvester may either repair the damaged records or set them aside. */
    REPAIRED_OR_QUARANTINED("complete, with or without records set aside", "complete", "complete-unproven",
            "complete-with-quarantine"),
    /** Something is missing, and the harvester reports what and why. */
    SHORT("stops and says why", "partial", "failed"),
    /** Any result except a false claim of success. */
    NOT_COMPLETE("not complete, and says why", "complete-with-quarantine", "partial", "failed"),
    /** Any result that is true: a harvest that claims to be complete has everything. */
    HONEST("complete, or stops and says why", "complete", "complete-unproven", "complete-with-quarantine", "partial", "failed");

    private final String text;
    private final String verdicts;

    Ending(String text, String... verdicts) {
        this.text = text;
        this.verdicts = String.join(",", verdicts);
    }

    /** Returns the text for people. */
    public String text() {
        return text;
    }

    /** Returns the names of the verdicts that are right. */
    public List<String> verdicts() {
        return List.of(verdicts.split(","));
    }
}
