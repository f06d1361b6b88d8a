package dev.sheaf.publish;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import dev.sheaf.publish.files.FoundFile;

/**
 * Files of the same path without extension: manifestations of one resource.
 *
 * @param name path without extension, with slashes
 * @param files its files, at least one
 */
record Resource(String name, List<Member> files) {

    /**
     * A file of a resource.
     *
     * @param location index of its location
     */
    record Member(int location, FoundFile file) {

        /** Returns the name without folders. */
        String fileName() {
            return file.path().substring(file.path().lastIndexOf('/') + 1);
        }

        /** Returns the extension in lower case; empty for none. */
        String extension() {
            String name = fileName();
            return name.substring(stemLength(name)).replace(".", "").toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the name of the resource to which a file belongs. */
    static String nameOf(String path) {
        int folder = path.lastIndexOf('/') + 1;
        return path.substring(0, folder + stemLength(path.substring(folder)));
    }

    private static int stemLength(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot <= 0 || dot == fileName.length() - 1 ? fileName.length() : dot;
    }

    /** Returns the names of its folders, outermost first. */
    List<String> folders() {
        String[] parts = name.split("/");
        return Arrays.asList(parts).subList(0, parts.length - 1);
    }
}
