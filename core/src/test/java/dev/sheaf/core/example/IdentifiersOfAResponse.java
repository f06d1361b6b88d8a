package dev.sheaf.core.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;

/** Reads a response that somebody saved. */
final class IdentifiersOfAResponse {

    private IdentifiersOfAResponse() {}

    static List<String> read(Path file) throws IOException, OaiFormatException {
        OaiResponse response = OaiReader.read(Files.readAllBytes(file));
        return switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.records().stream().map(OaiRecord::identifier).toList();
            case OaiResponse.GetRecord one -> List.of(one.record().identifier());
            case OaiResponse.Errors errors -> errors.errors().stream().map(error -> error.code() + ": " + error.message())
                    .toList();
            case OaiResponse.ListIdentifiers _,OaiResponse.ListSets _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.Identify _ -> List
                    .of();
        };
    }
}
