package dev.sheaf.validator.report;

/** The weight of a requirement, as in RFC 2119. */
public enum RequirementLevel {
    /** Required: harvesters rely on it. */
    MUST,
    /** Recommended: there may be reasons to do otherwise. */
    SHOULD,
    /** Optional: worth knowing. */
    MAY;

    /** Returns the verdict on a repository that does not meet the requirement. */
    public Verdict whenBroken() {
        return this == MUST ? Verdict.FAILED : Verdict.WARNED;
    }
}
