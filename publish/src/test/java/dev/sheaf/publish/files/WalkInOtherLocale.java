package dev.sheaf.publish.files;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Program that walks a folder and prints what was met, for a process with another locale. */
final class WalkInOtherLocale {

    private WalkInOtherLocale() {}

    /** @param arguments the folder */
    public static void main(String[] arguments) throws TreeException {
        Walked walked = Walked.of(new LocalTree(Path.of(arguments[0]), null));
        StringBuilder text = new StringBuilder();
        walked.files.keySet().forEach(path -> text.append("file ").append(path).append('\n'));
        walked.unread.forEach(line -> text.append("unread ").append(line).append('\n'));
        walked.passedOver.forEach(line -> text.append("passed over ").append(line).append('\n'));
        System.out.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
