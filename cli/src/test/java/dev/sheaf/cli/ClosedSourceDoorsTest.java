package dev.sheaf.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A closed source leaves no trace at any door of the hub, whichever command wrote its records, unless somebody could have harvested them
 * before. The doors are a list of addresses, and every address of the hub that their answers name.
 */
class ClosedSourceDoorsTest {

    private static final String CANARY = "canary7391";
    private static final String SECRET = "Quetzal";
    private static final String CLOSED = "vault";
    /** Most answers that a walk reads. */
    private static final int PAGES = 150;
    private static final List<String> DOORS = List.of("/", "/oai?verb=Identify", "/oai?verb=ListSets",
            "/oai?verb=ListMetadataFormats", "/oai?verb=ListIdentifiers&metadataPrefix=oai_dc",
            "/oai?verb=ListRecords&metadataPrefix=oai_dc", "/oai/all?verb=ListIdentifiers&metadataPrefix=oai_dc",
            "/oai/all?verb=ListSets", "/index/oai?verb=ListIdentifiers&metadataPrefix=oai_dc",
            "/browse?verb=ListRecords&metadataPrefix=oai_dc",
            "/browse?verb=ListIdentifiers&metadataPrefix=oai_dc", "/browse?verb=ListSets", "/?q=" + SECRET,
            "/?q=secrets&format=csv",
            "/?q=papers&format=jsonl", "/sru?version=1.2&operation=searchRetrieve&query=secrets",
            "/sru?version=1.2&operation=explain",
            "/sru?version=1.2&operation=scan&scanClause=dc.title%3Dq", "/feed.atom", "/feed.atom?q=" + SECRET, "/sitemap.xml",
            "/robots.txt",
            "/sitemaps/1", "/bins", "/.well-known/resourcesync", "/resourcesync/oai/oai_dc/capabilitylist.xml",
            "/resourcesync/oai/oai_dc/resourcelist.xml", "/resourcesync/oai/oai_dc/changelist.xml", "/dumps", "/dumps/oai/",
            "/dumps/oai/manifest.json", "/stats", "/opensearch.xml", "/openurl?rft.title=" + SECRET, "/api/openapi.json",
            "/api/v1/records",
            "/api/v1/search?q=secrets", "/api/v1/sources", "/health");

    @TempDir
    private Path folder;

    /** A command that writes records of the closed source. */
    private enum Way {
        IMPORT,
        PUBLISH,
        HARVEST,
        PUSH;

        String source() {
            return CLOSED + "-" + name().toLowerCase(Locale.ROOT);
        }
    }

    private final List<String> configuration = new ArrayList<>();

    private Typed type(Path place, String... arguments) {
        List<String> all = new ArrayList<>(place.equals(folder) ? configuration : List.of());
        all.addAll(List.of(arguments));
        Typed typed = Typed.in(place,
                Map.of("SHEAF_BASE_URL", "https://" + (place.equals(folder) ? "hub" : "library") + ".example.org"),
                all.toArray(String[]::new));
        assertThat(typed.status()).as("%s: %s", all, typed.err()).isZero();
        return typed;
    }

    private static void write(Path file, String id, String title) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "TY  - JOUR\nID  - " + id + "\nTI  - " + title + "\nER  - \n");
    }

    private void writeOpenSource() throws Exception {
        write(folder.resolve("open.ris"), "o1", "Open papers");
        type(folder, "import", "open", "open.ris");
        type(folder, "aggregate", "add", "all");
    }

    private void writeSecrets() throws Exception {
        for (Way way : Way.values()) {
            writeSecret(way);
        }
    }

    private void writeSecret(Way way) throws Exception {
        String source = way.source();
        Path library = Files.createDirectories(folder.resolve("library"));
        write(library.resolve("secret.ris"), CANARY, SECRET + " secrets");
        switch (way) {
            case IMPORT -> type(folder, "import", source, "library/secret.ris");
            case PUBLISH -> {
                Files.createDirectories(folder.resolve("files"));
                Files.writeString(folder.resolve("files/" + CANARY + ".txt"), SECRET + " secrets\n\nNobody may know.\n");
                type(folder, "publish", source, "files");
            }
            case HARVEST -> {
                type(library, "import", source, "secret.ris");
                try (Typed.Serving origin = Typed.serving(library)) {
                    type(folder, "source", "add", source, origin.address() + "/oai/" + source);
                    type(folder, "harvest", source);
                }
            }
            case PUSH -> {
                type(library, "import", source, "secret.ris");
                Files.writeString(library.resolve("key.txt"), "0123456789abcdef0123456789abcdef");
                type(folder, "source", "add", source, "--push");
                type(folder, "source", "set", source, "--secret-file", "library/key.txt");
                try (Typed.Serving hub = serving()) {
                    type(library, "push", hub.address(), "--source", source, "--secret-file", "key.txt");
                }
            }
        }
    }

    private Typed.Serving serving() {
        return Typed.serving(folder, configuration.toArray(String[]::new));
    }

    private void close() throws IOException {
        StringBuilder yaml = new StringBuilder("dumps: all\nrepositories:\n");
        for (Way way : Way.values()) {
            yaml.append("  ").append(way.source()).append(":\n    limits: {deny: all}\n");
        }
        Files.writeString(folder.resolve("hub.yaml"), yaml);
        configuration.addAll(List.of("--config", "hub.yaml"));
    }

    private static HttpResponse<String> get(HttpClient client, String address) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Addresses of the hub in an answer. */
    private static Set<String> addresses(String hub, String body) {
        Set<String> found = new LinkedHashSet<>();
        Matcher absolute = Pattern.compile(Pattern.quote(hub) + "(/[^\\s\"'<>]*)").matcher(body);
        while (absolute.find()) {
            found.add(absolute.group(1).replace("&amp;", "&"));
        }
        Matcher relative = Pattern.compile("(?:href|src|action)=\"(/[^\"]*)\"").matcher(body);
        while (relative.find()) {
            found.add(relative.group(1).replace("&amp;", "&"));
        }
        found.removeIf(address -> address.startsWith("/assets") || address.startsWith("/ns/") || address.contains("{"));
        return found;
    }

    private void isNowhere() throws Exception {
        try (Typed.Serving serving = serving(); HttpClient client = HttpClient.newHttpClient()) {
            String hub = serving.address();
            Deque<String> open = new ArrayDeque<>(DOORS);
            Set<String> seen = new LinkedHashSet<>(DOORS);
            int read = 0;
            while (!open.isEmpty() && read < PAGES) {
                String door = open.removeFirst();
                HttpResponse<String> answer = get(client, hub + door);
                read++;
                // An answer may repeat the request.
                String body = door.contains(SECRET)
                        ? answer.body().replace("q=" + SECRET, "").replace("\"" + SECRET + "\"", "")
                        : answer.body();
                if (!door.contains(SECRET)) {
                    assertThat(body).as(door).doesNotContain(SECRET, CANARY, CLOSED, "status=\"deleted\"");
                }
                assertThat(body).as(door).doesNotContain(SECRET + " secrets", CANARY);
                for (String next : addresses(hub, body)) {
                    if (seen.add(next)) {
                        open.addLast(next);
                    }
                }
            }
            assertThat(read).isGreaterThan(DOORS.size());
            assertThat(get(client, hub + "/oai?verb=ListIdentifiers&metadataPrefix=oai_dc").body()).contains("open/o1");
            for (Way way : Way.values()) {
                assertThat(get(client, hub + "/oai/" + way.source() + "?verb=ListIdentifiers&metadataPrefix=oai_dc").statusCode())
                        .isEqualTo(403);
                for (String host : List.of("hub", "library")) {
                    isUnknown(client, hub, way.source(), "oai:" + host + ".example.org:" + way.source() + "/" + CANARY);
                }
            }
        }
    }

    private static void isUnknown(HttpClient client, String hub, String source, String identifier) throws Exception {
        for (String door : List.of("/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=",
                "/oai/all?verb=GetRecord&metadataPrefix=oai_dc&identifier=", "/oai?verb=ListMetadataFormats&identifier=")) {
            assertThat(get(client, hub + door + identifier).body()).as(door).contains("idDoesNotExist");
        }
        for (String door : List.of("/id/", "/broker/", "/records/" + source + "/oai_dc/")) {
            assertThat(get(client, hub + door + identifier).statusCode()).as(door).isIn(403, 404);
        }
    }

    @Test
    void sourcesThatAreClosedBeforeTheyAreWritten_leaveNoTrace() throws Exception {
        close();
        writeOpenSource();
        writeSecrets();
        isNowhere();
    }

    @Test
    void sourcesThatAreClosedBeforeAnyAnswer_leaveNoTrace() throws Exception {
        writeOpenSource();
        writeSecrets();
        close();
        isNowhere();
    }

    /** An answer from before the records existed makes them no better known. */
    @Test
    void recordsThatCameAfterTheLastAnswer_leaveNoTrace() throws Exception {
        writeOpenSource();
        list();
        writeSecrets();
        close();
        isNowhere();
    }

    @Test
    void recordsThatSomebodyHasHarvested_areShownAsDeleted() throws Exception {
        writeOpenSource();
        writeSecret(Way.IMPORT);
        assertThat(list()).contains(CANARY);
        close();
        assertThat(list()).contains(CANARY, "status=\"deleted\"");
    }

    private String list() throws Exception {
        try (Typed.Serving hub = serving(); HttpClient client = HttpClient.newHttpClient()) {
            return get(client, hub.address() + "/oai?verb=ListIdentifiers&metadataPrefix=oai_dc").body();
        }
    }
}
