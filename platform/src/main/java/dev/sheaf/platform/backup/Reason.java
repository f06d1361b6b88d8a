package dev.sheaf.platform.backup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

import dev.sheaf.core.OneLine;

/** Describes failures in words for people. */
final class Reason {

    private Reason() {}

    static String of(Exception failure) {
        return switch (failure) {
            case NoSuchFileException e -> e.getFile() + " does not exist.";
            case AccessDeniedException e -> e.getFile() + " may not be read or written; check its permissions.";
            case FileSystemException e when e.getReason() != null -> e.getFile() + ": " + e.getReason() + ".";
            case IOException e -> OneLine.sentence(String.valueOf(e.getMessage()));
            default -> String.valueOf(failure.getMessage());
        };
    }
}
