package dev.sheaf.bench.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import dev.sheaf.store.HubStore;

/** Import of a table that changes. */
final class KilledImport implements KilledWork {

    private static final String SOURCE = "imported";

    private final WorkSetting setting;
    private final ChangingRecords records;
    private final Path table;

    KilledImport(WorkSetting setting) throws IOException {
        this.setting = setting;
        this.records = new ChangingRecords(setting.random(), setting.records());
        Files.createDirectories(setting.data());
        this.table = setting.beside(".csv");
        write();
    }

    private void write() throws IOException {
        StringBuilder text = new StringBuilder("id,title\n");
        records.titles().forEach((number, title) -> {
            if (!title.equals(HeldRecords.DELETED)) {
                text.append(number).append(',').append(title).append('\n');
            }
        });
        Path next = setting.beside(".csv.new");
        Files.writeString(next, text);
        Files.move(next, table, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String identifier(int number) {
        return "oai:" + WorkSetting.DOMAIN + ":" + SOURCE + "/" + number;
    }

    private String[] command() {
        return new String[]{"import", SOURCE, table.toString(), "--identifier-domain", WorkSetting.DOMAIN};
    }

    @Override
    public void prepare() throws IOException {
        records.change(setting.records() / 3);
        write();
    }

    @Override
    public SheafProcess start() throws IOException {
        return setting.start(command());
    }

    @Override
    public void checkCut() {
        try (HubStore store = setting.open()) {
            if (store.source(SOURCE).isPresent()) {
                HeldRecords.compareCut(records.allowed(KilledImport::identifier), HeldRecords.of(store, SOURCE));
            }
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        SheafProcess.run(setting.data(), command());
        try (HubStore store = setting.open()) {
            HeldRecords.compare(records.wanted(KilledImport::identifier), HeldRecords.of(store, SOURCE));
        }
        records.settle();
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
