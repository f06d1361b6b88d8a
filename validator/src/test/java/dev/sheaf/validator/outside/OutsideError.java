package dev.sheaf.validator.outside;

/**
 * An error of the protocol. Immutable.
 *
 * @param code of the error
 * @param text for people
 */
record OutsideError(String code, String text) {

    boolean is(String other) {
        return code.equals(other);
    }
}
