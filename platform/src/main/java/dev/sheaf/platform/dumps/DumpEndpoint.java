package dev.sheaf.platform.dumps;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.NotFoundResponse;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.Templates;

/** The pages, manifests and files of dumps. Only files that a manifest names are served. Thread-safe. */
final class DumpEndpoint implements Endpoint {

    private static final int NOT_MODIFIED = 304;
    private static final int PARTIAL = 206;
    private static final int NOT_SATISFIABLE = 416;
    private static final Pattern RANGE = Pattern.compile("bytes=(?=\\d|-\\d)(\\d{0,18})-(\\d{0,18})");
    private static final long PIECE = 1 << 18;
    private static final String JSON = "application/json";
    private static final long MEGABYTE = 1 << 20;

    private final DumpWork work;
    private final AccessPolicy access;
    private final Templates templates;

    DumpEndpoint(DumpWork work, HubContext hub) {
        this.work = work;
        this.access = hub.access();
        this.templates = new Templates(hub.store().name(), hub.baseUrl());
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.DUMPS, Rendering.of(this::all));
        config.routes.get(Routes.DUMPS_OF, Rendering.of(this::one));
        config.routes.get(Routes.DUMPS_FILE, this::file);
    }

    private void all(Context context) throws IOException {
        List<DumpsPage.Repository> repositories = work.manifests(id -> access.admits(context, id)).stream().map(this::repository)
                .toList();
        context.header("Cache-Control", "no-cache");
        templates.show(context, "dumps.jte", new DumpsPage(repositories, false));
    }

    private void one(Context context) throws IOException {
        String id = context.pathParam("id");
        Optional<DumpManifest> manifest = work.manifest(id);
        if (manifest.isEmpty()) {
            throw new NotFoundResponse();
        }
        if (access.refuses(context, id)) {
            return;
        }
        context.header("Cache-Control", "no-cache");
        templates.show(context, "dumps.jte", new DumpsPage(List.of(repository(manifest.get())), true));
    }

    private DumpsPage.Repository repository(DumpManifest manifest) {
        String folder = templates.site().link(Routes.dumps(manifest.repository()));
        List<DumpsPage.File> files = manifest.files().stream().map(file -> new DumpsPage.File(file.name(), folder + file.name(),
                file.isFull() ? "all records" : "changes", file.prefix() == null ? "index" : file.prefix().value(), file.form(),
                file.from() == null ? "" : file.from().toString(), file.until().toString(), file.records(), size(file.bytes()),
                file.sha256())).toList();
        String name = manifest.repository().equals(Aggregate.EVERYTHING) ? "Everything" : manifest.repository();
        return new DumpsPage.Repository(name, folder, folder + DumpManifest.FILE, manifest.baseUrl(), files);
    }

    private static String size(long bytes) {
        return bytes < MEGABYTE ? Math.max(1, bytes / 1024) + " KB" : bytes / MEGABYTE + " MB";
    }

    private void file(Context context) throws IOException {
        String id = context.pathParam("id");
        String name = context.pathParam("file");
        Optional<DumpManifest> manifest = work.manifest(id);
        if (manifest.isEmpty()) {
            throw new NotFoundResponse();
        }
        if (access.refuses(context, id)) {
            return;
        }
        context.header("X-Content-Type-Options", "nosniff");
        if (name.equals(DumpManifest.FILE)) {
            context.header("Cache-Control", "no-cache").contentType(JSON).result(manifest.get().json());
            return;
        }
        DumpFile file = manifest.get().file(name).orElseThrow(NotFoundResponse::new);
        String tag = "\"" + file.sha256() + "\"";
        // A name is never given to other content.
        context.header("Cache-Control", (access.isOpen(id) ? "public" : "private") + ", max-age=86400, immutable").header("ETag",
                tag);
        if (tag.equals(context.header("If-None-Match"))) {
            context.status(NOT_MODIFIED);
            return;
        }
        context.contentType(type(name)).header("Accept-Ranges", "bytes");
        try {
            send(context, work.folder(id).resolve(file.name()), file);
        } catch (NoSuchFileException _) {
            // A full dump replaced it after the manifest was read.
            throw new NotFoundResponse();
        }
    }

    private static String type(String name) {
        return name.endsWith(".zip") ? "application/zip" : name.endsWith(".gz") ? "application/gzip" : "application/zstd";
    }

    /** Sends the file, or the part of it that one range asks for (RFC 9110, 14.2); several ranges get the whole file. */
    private static void send(Context context, Path path, DumpFile file) throws IOException {
        Matcher range = RANGE.matcher(String.valueOf(context.header("Range")));
        long from = 0;
        long until = file.bytes() - 1;
        // A range that ends before it begins is none (RFC 9110, 14.1.1).
        boolean isPart = range.matches() && (range.group(1).isEmpty() || number(range.group(1)) <= number(range.group(2)));
        if (isPart) {
            boolean isEnd = range.group(1).isEmpty();
            from = isEnd ? Math.max(0, file.bytes() - number(range.group(2))) : number(range.group(1));
            until = isEnd ? until : Math.min(until, number(range.group(2)));
            if (from > until) {
                context.header("Content-Range", "bytes */" + file.bytes()).status(NOT_SATISFIABLE);
                return;
            }
            context.status(PARTIAL).header("Content-Range", "bytes " + from + "-" + until + "/" + file.bytes());
        }
        long left = until - from + 1;
        if (context.method().equals(HandlerType.HEAD)) {
            context.res().setContentLengthLong(left);
            return;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            context.res().setContentLengthLong(left);
            WritableByteChannel out = Channels.newChannel(context.res().getOutputStream());
            while (left > 0) {
                long sent = channel.transferTo(from, Math.min(left, PIECE), out);
                if (sent <= 0) {
                    throw new IOException("the file " + file.name() + " is shorter than its manifest says");
                }
                from += sent;
                left -= sent;
            }
        }
    }

    /** Returns a position; the end of every file when it is missing. */
    private static long number(String digits) {
        return digits.isEmpty() ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
