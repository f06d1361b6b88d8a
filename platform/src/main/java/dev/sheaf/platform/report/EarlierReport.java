package dev.sheaf.platform.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.report.ListSnapshot;

/** Reader of the records in a report that {@link ValidationJson} wrote. The file may be anything. For one file. */
public final class EarlierReport {

    private static final long MAX_BYTES = 64L << 20;

    private final Path file;
    private final JsonParser parser;
    private String baseUrl = "";
    private @Nullable ListSnapshot listed;

    private EarlierReport(Path file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * Reads the records that an earlier run saw.
     *
     * @param asked base URL of the repository that is judged now
     * @throws IOException when it is no such report, or one of another repository, or its run saw no records; the message names the file
     */
    public static ListSnapshot read(Path file, String asked) throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(file + " is larger than " + (MAX_BYTES >> 20) + " MB, and no report is");
            }
            try (InputStream in = Files.newInputStream(file);
                    JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
                return new EarlierReport(file, parser).listed(asked);
            }
        } catch (NoSuchFileException missing) {
            throw new IOException("there is no file " + file, missing);
        } catch (JacksonException failure) {
            TokenStreamLocation at = failure.getLocation();
            throw new IOException(file + (at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr())
                    + ": not readable as JSON: " + failure.getOriginalMessage().lines().findFirst().orElse(""), failure);
        }
    }

    private ListSnapshot listed(String asked) throws IOException {
        expect(parser.nextToken() == JsonToken.START_OBJECT);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            if ("baseUrl".equals(name) && token == JsonToken.VALUE_STRING) {
                baseUrl = parser.getString();
            } else if (ValidationJson.LISTED.equals(name)) {
                listed = snapshot();
            } else {
                parser.skipChildren();
            }
        }
        ListSnapshot found = listed;
        expect(found != null && !baseUrl.isEmpty());
        if (!baseUrl.equals(asked)) {
            throw new IOException(file + " is the report of " + baseUrl + ", and " + asked + " is judged");
        }
        if (found == null || found.records().isEmpty() || !Datestamp.received(found.listedAt()).isLegal()) {
            throw new IOException(file + " is the report of a run that saw no records, so there is nothing to compare with");
        }
        return found;
    }

    private ListSnapshot snapshot() throws IOException {
        expect(parser.currentToken() == JsonToken.START_OBJECT);
        String at = "";
        boolean isWhole = false;
        Map<String, ListSnapshot.Seen> records = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            switch (String.valueOf(name)) {
                case "at" -> at = text();
                case "whole" -> isWhole = token == JsonToken.VALUE_TRUE;
                case "records" -> {
                    expect(token == JsonToken.START_ARRAY);
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        record(records);
                    }
                }
                default -> parser.skipChildren();
            }
        }
        return new ListSnapshot(at, isWhole, records);
    }

    private void record(Map<String, ListSnapshot.Seen> records) throws IOException {
        expect(parser.currentToken() == JsonToken.START_OBJECT && records.size() < ListSnapshot.MOST_RECORDS);
        String identifier = "";
        String datestamp = "";
        String metadata = "";
        boolean isDeleted = false;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            switch (String.valueOf(name)) {
                case "identifier" -> identifier = text();
                case "datestamp" -> datestamp = text();
                case "metadata" -> metadata = text();
                case "deleted" -> isDeleted = token == JsonToken.VALUE_TRUE;
                default -> parser.skipChildren();
            }
        }
        records.put(identifier, new ListSnapshot.Seen(datestamp, isDeleted, metadata));
    }

    private String text() throws IOException {
        expect(parser.currentToken() == JsonToken.VALUE_STRING);
        return parser.getString();
    }

    private void expect(boolean isSo) throws IOException {
        if (!isSo) {
            TokenStreamLocation at = parser.currentTokenLocation();
            throw new IOException(file + ", line " + at.getLineNr() + ", column " + at.getColumnNr()
                    + ": this is no report of 'sheaf validate --json' of this version");
        }
    }
}
