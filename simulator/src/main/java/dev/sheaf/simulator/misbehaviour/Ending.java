package dev.sheaf.simulator.misbehaviour;

import java.util.List;

/** Result of a harvest. */
public enum Ending {
    /** Everything arrived, and the harvester says so. */
    COMPLETE("complete", "complete"),
    /** Everything arrived but for records that cannot be accepted; those are kept and named. */
    QUARANTINE("complete, with records set aside and named", "complete-with-quarantine"),
    /** A matter of taste: what is damaged may be repaired or set aside. */
    REPAIRED_OR_QUARANTINED("complete, with or without records set aside", "complete", "complete-with-quarantine"),
    /** Something is missing, and the harvester says what and why. */
    SHORT("stops and says why", "partial", "failed"),
    /** Any result but a silent success. */
    NOT_COMPLETE("not complete, and says why", "complete-with-quarantine", "partial", "failed"),
    /** Any ending that is true: a harvest that says it is complete has everything. */
    HONEST("complete, or stops and says why", "complete", "complete-with-quarantine", "partial", "failed");

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

    /** Sheaf's words for the verdicts that are right. */
    public List<String> verdicts() {
        return List.of(verdicts.split(","));
    }
}
