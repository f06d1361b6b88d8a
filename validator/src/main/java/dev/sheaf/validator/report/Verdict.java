package dev.sheaf.validator.report;

/** The verdict of a rule on a repository. "Wrong", "not reachable" and "not judged" are kept apart. */
public enum Verdict {
    /** Everything that was judged is as it should be. */
    PASSED("passed"),
    /** Something that must be is not. */
    FAILED("failed"),
    /** Something that should or may be is not. */
    WARNED("warning"),
    /** Something was wrong and, when asked for again, was not. */
    FLAKY("flaky"),
    /** No response came that could be judged, for reasons of the network or of access. */
    UNREACHABLE("unreachable"),
    /** There was nothing to judge, or it was not possible. */
    NOT_JUDGED("not judged");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    /** Returns the verdict for people. */
    public String text() {
        return text;
    }
}
