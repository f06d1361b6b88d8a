package dev.sheaf.platform.sync.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.sheaf.core.BoundedStream;
import dev.sheaf.core.description.DumpOffer;
import dev.sheaf.harvester.FirstLoad;
import dev.sheaf.harvester.http.Arriving;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.Passing;

/**
 * First load of a list from the dump that its repository offers in Identify: the last full file and the deltas after it. All files come, and
 * their checksums are verified, before the first record is stored. While a part is stored the next one is read and compared. Thread-safe.
 */
public final class DumpLoad implements FirstLoad {

    private static final int MOST_MANIFEST = 8 << 20;
    /** Part of the free space of the disk that the files may take. */
    private static final int SHARE = 2;

    private final Path temporary;

    /** Creates the load, with the usual folder for temporary files. */
    public DumpLoad() {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** @param temporary folder for files while they are loaded */
    DumpLoad(Path temporary) {
        this.temporary = temporary;
    }

    @Override
    public Optional<Instant> load(Wanted list, Receiver receiver) throws IOException {
        Optional<DumpOffer> offer = DumpOffer.find(list.repository().descriptions());
        if (offer.isEmpty()) {
            return Optional.empty();
        }
        URI manifest = address(offer.get().manifest(), list.baseUrl());
        // The reader of the document says what is too large, so it must see one byte too many.
        List<OfferedFile> files = OfferedDump.files(list.pass(manifest, Map.of(), MOST_MANIFEST + 1, new Document()), manifest,
                list.repository().baseUrl(), list.asked().prefix().value());
        if (files.isEmpty()) {
            return Optional.empty();
        }
        try (LoadFolder folder = LoadFolder.create(temporary)) {
            checkSpace(files, folder.path());
            List<Path> places = new ArrayList<>();
            for (OfferedFile file : files) {
                Path place = folder.path().resolve(places.size() + ".zst");
                places.add(place);
                new DumpTransfer(list, file, place).run();
            }
            receiver.begin(files.getLast().until(), files.stream().mapToLong(OfferedFile::records).sum());
            for (int i = 0; i < files.size(); i++) {
                read(files.get(i), places.get(i), receiver);
            }
            return Optional.of(files.getLast().until());
        }
    }

    /** Returns the address of the manifest. The dump must be on the host of the source, whose rules were made for that host. */
    private static URI address(String text, URI baseUrl) throws IOException {
        URI address = URI.create(text);
        if (!Objects.equals(address.getScheme(), baseUrl.getScheme())
                || !Objects.equals(address.getRawAuthority(), baseUrl.getRawAuthority())) {
            throw new IOException("it is at " + address + ", not on the host of the source (" + baseUrl.getRawAuthority() + ")");
        }
        return address;
    }

    private static void checkSpace(List<OfferedFile> files, Path folder) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace() / SHARE;
        long left = free;
        for (OfferedFile file : files) {
            left = left < file.bytes() ? -1 : left - file.bytes();
            if (left < 0) {
                throw new IOException("its files are larger than " + (free >> 20) + " MB, half of the free space of "
                        + folder.getParent());
            }
        }
    }

    private static void read(OfferedFile file, Path place, Receiver receiver) throws IOException {
        try (ExecutorService reading = Executors
                .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("sheaf-dump").factory());
                DumpRecords records = new DumpRecords(file, place)) {
            Future<Optional<Compared>> coming = reading.submit(() -> next(records, receiver));
            try {
                for (Optional<Compared> part = result(coming); part.isPresent(); part = result(coming)) {
                    coming = reading.submit(() -> next(records, receiver));
                    part.get().store();
                }
            } finally {
                // The file must not be closed while it is read.
                reading.close();
            }
        }
    }

    private static Optional<Compared> next(DumpRecords records, Receiver receiver) throws IOException {
        Optional<DumpRecords.Part> part = records.next();
        return part.isEmpty() ? Optional.empty() : Optional.of(receiver.compare(part.get().response(), part.get().bytes()));
    }

    private static Optional<Compared> result(Future<Optional<Compared>> coming) throws IOException {
        try {
            return coming.get();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new HarvestException(HarvestException.Kind.CANCELLED, "interrupted", interruption);
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case IOException unreadable -> throw unreadable;
                case RuntimeException unexpected -> throw unexpected;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(failure);
            }
        }
    }

    /** Reader of a small document. */
    private static final class Document implements Passing<byte[]> {

        @Override
        public byte[] take(Arriving response) throws IOException {
            try (InputStream in = new BoundedStream(response.body(), MOST_MANIFEST,
                    "its manifest is larger than " + (MOST_MANIFEST >> 20) + " MB")) {
                return in.readAllBytes();
            }
        }

        @Override
        public byte[] refused(Fetched response) throws IOException {
            throw new IOException("its manifest was answered with status " + response.status());
        }
    }
}
