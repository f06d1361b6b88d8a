package dev.sheaf.platform.exports;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.sheaf.core.SetSpec;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.platform.report.CsvLine;
import dev.sheaf.platform.search.DublinCore;

/**
 * Writes oai_dc as a table (RFC 4180, UTF-8): a column for each element, several values joined by {@value #BETWEEN}. Languages and whatever
 * else XML can say are lost.
 */
public final class CsvOutput implements RecordOutput {

    /** Stands between the values of one element. */
    public static final String BETWEEN = " | ";

    private final Writer writer;
    private boolean begun;

    /** Writes nothing before the first record. */
    public CsvOutput(OutputStream out) {
        writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    }

    @Override
    public void write(ExportedRecord exported) throws IOException {
        begin();
        List<String> cells = new ArrayList<>();
        cells.add(exported.source());
        cells.add(exported.record().identifier());
        cells.add(exported.record().header().datestamp().text());
        cells.add(exported.record().deleted() ? "deleted" : "");
        cells.add(exported.record().header().sets().stream().map(SetSpec::value).collect(Collectors.joining(BETWEEN)));
        DublinCore values = DublinCore.readOrEmpty(exported.record().metadata());
        for (String element : DublinCoreWriter.ELEMENTS) {
            cells.add(values.values().stream().filter(value -> value.element() != null && value.element().text().equals(element))
                    .map(DublinCore.Value::text).collect(Collectors.joining(BETWEEN)));
        }
        CsvLine.write(writer, cells);
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            List<String> names = new ArrayList<>(List.of("source", "identifier", "datestamp", "status", "sets"));
            DublinCoreWriter.ELEMENTS.forEach(element -> names.add("dc:" + element));
            CsvLine.write(writer, names);
        }
    }

    @Override
    public void end() throws IOException {
        begin();
        writer.flush();
    }
}
