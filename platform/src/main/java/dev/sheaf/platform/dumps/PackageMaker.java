package dev.sheaf.platform.dumps;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.platform.resourcesync.RecordResource;
import dev.sheaf.platform.resourcesync.ResourceSyncEndpoint;
import dev.sheaf.platform.resourcesync.SitemapWriter;
import dev.sheaf.platform.server.Routes;

/**
 * Makes the packages of one format for ResourceSync: ZIP files in which each record is a file, with a manifest. A full dump has the live records,
 * a dump of changes also has the deletions. Each has as many packages as it needs. For one thread.
 */
final class PackageMaker {

    /** Largest number of records of a package: its manifest is a list. */
    private static final int OF_A_PACKAGE = ResourceSyncEndpoint.OF_A_LIST;
    private static final int PAGE = 1_000;
    private static final String FORM = DumpForm.PACKAGES.text();

    private final String id;
    private final String hubUrl;
    private final Repository repository;
    private final Path folder;
    private final MetadataPrefix prefix;
    private final BooleanSupplier isUnwanted;

    /**
     * Prepares the packages.
     *
     * @param hubUrl public address of the hub, without a slash at its end
     * @param folder of the repository's dump
     * @param isUnwanted asked again and again while records are written: true ends the work
     */
    PackageMaker(String id, String hubUrl, Repository repository, Path folder, MetadataPrefix prefix,
            BooleanSupplier isUnwanted) {
        this.id = id;
        this.hubUrl = hubUrl;
        this.repository = repository;
        this.folder = folder;
        this.prefix = prefix;
        this.isUnwanted = isUnwanted;
    }

    /** Returns the packages of a format that make a copy: those of the last full dump, then those of the changes since. */
    static List<DumpFile> current(List<DumpFile> files, MetadataPrefix prefix) {
        List<DumpFile> packages = files.stream().filter(file -> file.form().equals(FORM) && prefix.equals(file.prefix()))
                .toList();
        Instant full = packages.stream().filter(DumpFile::isFull).map(DumpFile::until).max(Instant::compareTo)
                .orElse(Instant.MIN);
        return packages.stream().filter(file -> file.isFull() ? file.until().equals(full) : file.until().isAfter(full)).toList();
    }

    /**
     * Makes the packages that are missing.
     *
     * @param until last second of the datestamps
     * @param files of the dump; the new packages are added
     * @return true when a package was made
     * @throws CancellationException when the work is not wanted any more
     */
    boolean make(Instant until, List<DumpFile> files) throws IOException {
        List<DumpFile> current = current(files, prefix);
        List<DumpFile> changes = current.stream().filter(file -> !file.isFull()).toList();
        Instant from = needsFull(current, changes) ? null : current.getLast().until().plusSeconds(1);
        if (from != null && (from.isAfter(until) || !DumpMaker.hasChanges(repository, prefix, from, until))) {
            return false;
        }
        files.addAll(write(from, until));
        return true;
    }

    private static boolean needsFull(List<DumpFile> current, List<DumpFile> changes) {
        long bytes = current.stream().mapToLong(DumpFile::bytes).sum();
        long changed = changes.stream().mapToLong(DumpFile::bytes).sum();
        return current.isEmpty() || changes.size() > DumpMaker.MOST_DELTAS
                || changes.size() > 1 && changed > (bytes - changed) / 2;
    }

    private List<DumpFile> write(@Nullable Instant from, Instant until) throws IOException {
        List<DumpFile> files = new ArrayList<>();
        Part part = new Part(from, until, 1);
        try {
            Position after = null;
            do {
                if (isUnwanted.getAsBoolean()) {
                    throw new CancellationException("the dump of " + id + " is not wanted any more");
                }
                RecordPage page = repository
                        .records(new RecordQuery(prefix, from, until, null, after, PAGE, false, from == null));
                for (OaiRecord record : page.read()) {
                    if (part.records == OF_A_PACKAGE) {
                        files.add(part.complete());
                        part.close();
                        part = new Part(from, until, files.size() + 1);
                    }
                    part.add(record);
                }
                after = page.next();
            } while (after != null);
            files.add(part.complete());
            return files;
        } finally {
            part.close();
        }
    }

    /** A package that is being written. Its manifest is its last entry, because it has the checksums of the others. */
    private final class Part implements AutoCloseable {

        private final @Nullable Instant from;
        private final Instant until;
        private final DumpWriter writer;
        private final ZipOutputStream zip;
        private final SitemapWriter manifest;
        private final MessageDigest digest;
        private int records;

        Part(@Nullable Instant from, Instant until, int number) throws IOException {
            this.from = from;
            this.until = until;
            this.digest = Sha256.begin();
            String name = DumpMaker.name(prefix.value(), from, until, DumpForm.PACKAGES);
            String ending = "." + FORM;
            this.writer = new DumpWriter(folder, name.substring(0, name.length() - ending.length()) + "-" + number + ending,
                    prefix,
                    DumpForm.PACKAGES);
            this.zip = new ZipOutputStream(writer.out(), StandardCharsets.UTF_8);
            Map<String, String> about = new LinkedHashMap<>();
            about.put("capability", from == null ? "resourcedump-manifest" : "changedump-manifest");
            if (from == null) {
                about.put("at", until.toString());
            } else {
                about.put("from", from.toString());
                about.put("until", until.toString());
            }
            this.manifest = SitemapWriter.list(
                    hubUrl + Routes.resourceSync(id, prefix) + ResourceSyncEndpoint.CAPABILITYLIST, null,
                    about);
        }

        void add(OaiRecord record) throws IOException {
            String address = RecordResource.address(hubUrl, id, prefix, record.identifier());
            if (!SitemapWriter.isShort(address)) {
                return;
            }
            records++;
            Map<String, String> md = new LinkedHashMap<>();
            if (from != null) {
                md.putAll(ResourceSyncEndpoint.change(record));
            }
            if (!record.deleted()) {
                byte[] content = RecordResource.representation(record);
                String path = "records/" + records + ".xml";
                put(path, content);
                md.put("type", RecordResource.TYPE);
                md.put("length", Integer.toString(content.length));
                md.put("hash", "sha-256:" + HexFormat.of().formatHex(digest.digest(content)));
                md.put("path", "/" + path);
            }
            manifest.add(address, record.header().datestamp().text(), md);
        }

        private void put(String path, byte[] content) throws IOException {
            ZipEntry entry = new ZipEntry(path);
            entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
            zip.putNextEntry(entry);
            zip.write(content);
            zip.closeEntry();
        }

        DumpFile complete() throws IOException {
            put("manifest.xml", manifest.end());
            zip.finish();
            return writer.complete(from, until, records);
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
