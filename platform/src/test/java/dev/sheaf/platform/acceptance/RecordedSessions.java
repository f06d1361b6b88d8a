package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.simulator.Scripted;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Harvests recorded request by request, in a folder of data. */
final class RecordedSessions {

    private RecordedSessions() {}

    /** The records of each session that has some, by format. */
    static Map<String, Map<MetadataPrefix, List<OaiRecord>>> records(Path data) throws IOException {
        Path folder = data.resolve("oai-sessions");
        assumeTrue(Files.exists(folder), "skipped: the recorded sessions are not beside this checkout, in ../shared/data");
        Map<String, Map<MetadataPrefix, List<OaiRecord>>> sessions = new LinkedHashMap<>();
        List<String> index = Files.readAllLines(folder.resolve("index.tsv"));
        for (String line : index.subList(1, index.size())) {
            String session = line.substring(0, line.indexOf('\t'));
            Map<MetadataPrefix, List<OaiRecord>> records = session(folder.resolve(session));
            if (!records.isEmpty()) {
                sessions.put(session, records);
            }
        }
        return sessions;
    }

    private static Map<MetadataPrefix, List<OaiRecord>> session(Path folder) throws IOException {
        Map<MetadataPrefix, List<OaiRecord>> records = new LinkedHashMap<>();
        List<String> requests = Files.readAllLines(folder.resolve("requests.tsv"));
        for (String request : requests.subList(1, requests.size())) {
            String[] columns = request.split("\t", -1);
            String url = columns[2];
            if (!columns[3].equals("200") || !url.contains("verb=ListRecords") && !url.contains("verb=GetRecord")) {
                continue;
            }
            String prefix = Scripted.decode(url.substring(url.indexOf('?') + 1)).getOrDefault("metadataPrefix", "oai_dc");
            try (InputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve(columns[9])))) {
                records.computeIfAbsent(new MetadataPrefix(prefix), _ -> new ArrayList<>())
                        .addAll(RecordedResponses.records(OaiReader.read(in.readAllBytes())));
            } catch (OaiFormatException _) {
                // Some of the answers were no responses; they have no records.
            }
        }
        records.values().removeIf(List::isEmpty);
        return records;
    }
}
