package dev.sheaf.cli.program;

import picocli.CommandLine.IVersionProvider;

/** Provides the version of the program. */
public final class Version implements IVersionProvider {

    /** For picocli. */
    public Version() {}

    /** As the build wrote it into the jar; {@code development} when the program runs from elsewhere. */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[]{"sheaf " + text()};
    }
}
