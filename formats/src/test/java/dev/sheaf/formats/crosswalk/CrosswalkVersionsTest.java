package dev.sheaf.formats.crosswalk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A change of a stylesheet must raise its version: the records that it has made are made again only then. */
class CrosswalkVersionsTest {

    private static final Pattern INCLUDE = Pattern.compile("<xsl:include href=\"([^\"]+)\"");

    @Test
    void changedStylesheet_hasAnotherVersion() throws Exception {
        List<String> lines = new ArrayList<>();
        for (Crosswalk crosswalk : Crosswalk.values()) {
            lines.add(crosswalk + " " + crosswalk.version() + " " + digest(crosswalk.stylesheet()));
        }
        assertThat(lines)
                .as("if results change, raise the version in Crosswalk; then write the line into crosswalk/versions.txt")
                .containsExactly(new String(read("/crosswalk/versions.txt"), StandardCharsets.UTF_8).strip().split("\n"));
    }

    /** Of a stylesheet with all that it includes. */
    private static String digest(String stylesheet) throws IOException, NoSuchAlgorithmException {
        Set<String> files = new TreeSet<>();
        collect(stylesheet, files);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        for (String file : files) {
            sha256.update(read(file));
        }
        return HexFormat.of().formatHex(sha256.digest(), 0, 8);
    }

    private static void collect(String file, Set<String> files) throws IOException {
        if (files.add(file)) {
            Matcher includes = INCLUDE.matcher(new String(read(file), StandardCharsets.UTF_8));
            while (includes.find()) {
                collect(includes.group(1), files);
            }
        }
    }

    /** Beside the stylesheets' class, or from the root. */
    private static byte[] read(String name) throws IOException {
        try (InputStream in = Crosswalk.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }
}
