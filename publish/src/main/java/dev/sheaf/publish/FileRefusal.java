package dev.sheaf.publish;

/**
 * A file that could not be read.
 *
 * @param location address of its tree
 * @param path below it
 * @param reason for people
 */
record FileRefusal(String location, String path, String reason) {

    /** Returns the place for people. */
    String place() {
        return place(location, path);
    }

    static String place(String location, String path) {
        return location.endsWith("/") ? location + path : location + "/" + path;
    }

    /** Returns place and reason. */
    String text() {
        return text(location, path, reason);
    }

    static String text(String location, String path, String reason) {
        return place(location, path) + ": " + reason;
    }
}
