package dev.sheaf.bench.supply;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Comparison of the libraries of a bill of materials with the stored list of advisories. It asks no network: the list is renewed by a
 * maintainer, as CONTRIBUTING.md describes.
 */
public final class Advisories {

    private static final String USAGE = "bench/advisories [--queries] [--release DATE] [--list FILE] [--checked FILE] [--sbom FILE]";

    private Advisories() {}

    /**
     * Checks as the command line says; ends the process with 1 when a library is affected or was not looked up, with 2 when nothing could be
     * compared.
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    /** Checks as {@code arguments} say, and returns the exit status. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        Path list = Path.of("bench/advisories.tsv");
        Path bill = Path.of("cli/target/sheaf/sheaf.cdx.json");
        Path checked = Path.of("bench/advisories-checked.tsv");
        String release = null;
        boolean queries = false;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--queries")) {
                queries = true;
            } else if (arguments[i].equals("--list") && i + 1 < arguments.length) {
                list = Path.of(arguments[++i]);
            } else if (arguments[i].equals("--checked") && i + 1 < arguments.length) {
                checked = Path.of(arguments[++i]);
            } else if (arguments[i].equals("--release") && i + 1 < arguments.length) {
                release = arguments[++i];
            } else if (arguments[i].equals("--sbom") && i + 1 < arguments.length) {
                bill = Path.of(arguments[++i]);
            } else {
                err.println("bench/advisories: unknown or incomplete argument " + arguments[i] + "; usage: " + USAGE);
                return 2;
            }
        }
        try {
            Sbom sbom = Sbom.read(bill);
            if (queries) {
                out.println(queries(sbom));
                return 0;
            }
            List<String> hits = hits(sbom, Advisory.read(list));
            hits.forEach(out::println);
            out.println(sbom.components().size() + " libraries compared with " + list + ": "
                    + (hits.isEmpty() ? "none is affected" : hits.size() + " advisories apply"));
            List<String> gaps = LookUp.gaps(sbom, LookUp.read(checked), release == null ? null : LocalDate.parse(release));
            gaps.forEach(out::println);
            return hits.isEmpty() && gaps.isEmpty() ? 0 : 1;
        } catch (DateTimeParseException failure) {
            err.println("bench/advisories: --release needs a date, such as 2026-11-28, and not " + failure.getParsedString());
            return 2;
        } catch (IllegalArgumentException | UncheckedIOException failure) {
            err.println("bench/advisories: " + failure.getMessage() + ". Nothing was compared.");
            return 2;
        }
    }

    /**
     * Returns one line for each library that is affected by an advisory: the library, the advisory, the first fixed
     * version, the fault.
     */
    static List<String> hits(Sbom sbom, List<Advisory> list) {
        List<String> hits = new ArrayList<>();
        for (Sbom.Component component : sbom.components()) {
            MavenVersion version = new MavenVersion(component.version());
            for (Advisory advisory : list) {
                if (advisory.affects(component.artifact(), version)) {
                    MavenVersion fixed = advisory.fixed();
                    hits.add(component + ": " + advisory.id() + ", "
                            + (fixed == null ? "not fixed in any version" : "fixed in " + fixed.text()) + ": "
                            + advisory.reason());
                }
            }
        }
        return hits;
    }

    /**
     * Returns the libraries as the body of a request to {@code https://api.osv.dev/v1/querybatch}; without versions, so
     * that all advisories come.
     */
    private static String queries(Sbom sbom) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        ArrayNode all = body.putArray("queries");
        for (Sbom.Component component : sbom.components()) {
            if (!component.group().equals(sbom.subject().group())) {
                all.addObject().putObject("package").put("ecosystem", "Maven").put("name", component.artifact());
            }
        }
        return body.toString();
    }
}
