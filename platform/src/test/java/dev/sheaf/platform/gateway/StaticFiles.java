package dev.sheaf.platform.gateway;

import java.time.LocalDate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Files of static repositories for tests. */
final class StaticFiles {

    private StaticFiles() {}

    /** Returns a file with records in oai_dc, one a day from 2002-01-01 on, named by a word. */
    static String file(String baseUrl, String word, int records) {
        return around(baseUrl, records(word, records));
    }

    static String around(String baseUrl, String records) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Repository xmlns="http://www.openarchives.org/OAI/2.0/static-repository" \
                xmlns:oai="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/static-repository \
                http://www.openarchives.org/OAI/2.0/static-repository.xsd">
                <!-- a comment -->
                <Identify><oai:repositoryName>Garden &amp; attic</oai:repositoryName><oai:baseURL>%s</oai:baseURL>\
                <oai:protocolVersion>2.0</oai:protocolVersion><oai:adminEmail>jondoe@oai.org</oai:adminEmail>\
                <oai:earliestDatestamp>2002-09-19</oai:earliestDatestamp><oai:deletedRecord>no</oai:deletedRecord>\
                <oai:granularity>YYYY-MM-DD</oai:granularity></Identify>
                <ListMetadataFormats><oai:metadataFormat><oai:metadataPrefix>oai_dc</oai:metadataPrefix>\
                <oai:schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd</oai:schema>\
                <oai:metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</oai:metadataNamespace>\
                </oai:metadataFormat></ListMetadataFormats>
                <ListRecords metadataPrefix="oai_dc">
                %s
                </ListRecords></Repository>
                """.formatted(baseUrl, records);
    }

    static String records(String word, int records) {
        return IntStream.range(0, records).mapToObj(number -> record("oai:example.org:" + word + "/" + number,
                LocalDate.of(2002, 1, 1).plusDays(number).toString(), word + " " + number))
                .collect(Collectors.joining("\n"));
    }

    static String record(String identifier, String datestamp, String title) {
        return "<oai:record><oai:header><oai:identifier>" + identifier + "</oai:identifier><oai:datestamp>" + datestamp
                + "</oai:datestamp></oai:header><oai:metadata>" + dublinCore(title) + "</oai:metadata></oai:record>";
    }

    private static String dublinCore(String title) {
        return """
                <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">\
                <dc:title>%s</dc:title></oai_dc:dc>"""
                .formatted(title);
    }
}
