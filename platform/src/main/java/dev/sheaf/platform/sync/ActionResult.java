package dev.sheaf.platform.sync;

/**
 * Result of an action of an operator on a source.
 *
 * @param kind whether it was done
 * @param message what was done, or why it was not, for people; begins with the id of the source where it was done
 */
public record ActionResult(Kind kind, String message) {

    /** Whether something was done. */
    public enum Kind {
        /** It is done. */
        DONE,
        /** It has begun, and goes on by itself. */
        BEGUN,
        /** There was nothing to do: all is as it was wanted already. */
        NOTHING,
        /** There is no such source, or no such part of it. */
        UNKNOWN,
        /** The source is being filled at this moment: it may be tried again when that has ended. */
        BUSY,
        /** The host of the source is not asked for now: it may be tried again at the time that the message names. */
        WAITING,
        /** It cannot be done, and trying again does not help. */
        REFUSED
    }

    /** True when all is now as it was wanted, or will be. */
    public boolean isDone() {
        return kind == Kind.DONE || kind == Kind.BEGUN || kind == Kind.NOTHING;
    }

    public static ActionResult done(String message) {
        return new ActionResult(Kind.DONE, message);
    }

    static ActionResult begun(String message) {
        return new ActionResult(Kind.BEGUN, message);
    }

    public static ActionResult nothing(String message) {
        return new ActionResult(Kind.NOTHING, message);
    }

    public static ActionResult unknown(String source) {
        return new ActionResult(Kind.UNKNOWN, "there is no source '" + source + "'");
    }

    public static ActionResult busy(String source) {
        return new ActionResult(Kind.BUSY,
                "'" + source + "' is being filled at this moment; try again when that has ended, or cancel it");
    }

    static ActionResult waiting(String message) {
        return new ActionResult(Kind.WAITING, message);
    }

    public static ActionResult refused(String message) {
        return new ActionResult(Kind.REFUSED, message);
    }
}
