package dev.sheaf.cli.program;

import picocli.CommandLine.IVersionProvider;

/** Provides the version of the program. */
public final class Version implements IVersionProvider {

    /** Constructor for picocli. */
    public Version() {}

    /** Returns the version that the build wrote into the jar; {@code development} without a jar. */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[]{"sheaf " + text()};
    }
}
