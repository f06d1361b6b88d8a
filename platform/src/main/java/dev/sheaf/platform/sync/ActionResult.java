package dev.sheaf.platform.sync;

/**
 * Result of an operator's action on a source.
 *
 * @param kind whether the action was carried out
 * @param message what was done, or why it was not, for people; it begins with the id of the source if the action was carried out
 */
public record ActionResult(Kind kind, String message) {

    /** Outcome of an action. */
    public enum Kind {
        /** The action is completed. */
        DONE,
        /** The action has begun and continues in the background. */
        BEGUN,
        /** Nothing had to be done, because the source was already in the wanted state. */
        NOTHING,
        /** The source, or the part of it that the action concerns, does not exist. */
        UNKNOWN,
        /** Another run fills the source at the moment. The action may be tried again after its end. */
        BUSY,
        /** The host of the source is in back-off. The action may be tried again at the time in the message. */
        WAITING,
        /** The action is not possible, and trying again does not help. */
        REFUSED
    }

    /** Returns true if the source is in the wanted state, or will be. */
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
