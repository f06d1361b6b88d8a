package dev.sheaf.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

/**
 * Lower bound: nginx that serves the same pages as files, plain and precompressed. A token becomes the name of a file, so the same client
 * walks them.
 */
final class Nginx implements AutoCloseable {

    private final Process process;
    private final int port;

    private Nginx(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Walks a repository once and saves every page as a file. Returns the number of pages. */
    static int copyPages(String baseUrl, Path pages) throws IOException, InterruptedException {
        Files.createDirectories(pages);
        int count = 0;
        try (PageWalker walker = new PageWalker(baseUrl, false)) {
            String token = "";
            do {
                walker.fetch(token.isEmpty() ? PageWalker.first() : PageWalker.next(token));
                byte[] page = walker.page();
                Path file = pages.resolve(token.isEmpty() ? "first" : token);
                Files.write(file, page);
                try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(Path.of(file + ".gz")), 1 << 16)) {
                    gzip.write(page);
                }
                count++;
                token = walker.token();
            } while (!token.isEmpty());
        }
        return count;
    }

    /** Starts nginx over the pages; empty if it is not installed. */
    static Optional<Nginx> start(Path pages, Path work) throws IOException, InterruptedException {
        return start(pages, work, true);
    }

    /**
     * Starts nginx over the pages; empty if it is not installed.
     *
     * @param compressing true to send the compressed files to clients that accept them
     */
    static Optional<Nginx> start(Path pages, Path work, boolean compressing) throws IOException, InterruptedException {
        Optional<Path> program = Stream
                .of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx", "/usr/local/bin/nginx",
                        "/opt/homebrew/bin/nginx")
                .map(Path::of).filter(Files::isExecutable).findFirst();
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Files.createDirectories(work);
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path configuration = work.resolve("nginx.conf");
        Files.writeString(configuration,
                """
                        daemon off; worker_processes 2; pid %1$s/nginx.pid; error_log %1$s/error.log;
                        %4$s
                        events { worker_connections 256; }
                        http {
                          access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000; default_type text/xml;
                          client_body_temp_path %1$s/t1; proxy_temp_path %1$s/t2; fastcgi_temp_path %1$s/t3; uwsgi_temp_path %1$s/t4; scgi_temp_path %1$s/t5;
                          server {
                            listen 127.0.0.1:%2$d; root %3$s; gzip_static %5$s;
                            location = /oai { if ($arg_verb ~ ^(Identify|ListMetadataFormats|ListSets)$) { rewrite ^ /$arg_verb? last; } if ($arg_resumptionToken) { rewrite ^ /$arg_resumptionToken? last; } rewrite ^ /first? last; }
                          }
                        }
                        """
                        .formatted(work, port, pages, System.getProperty("user.name").equals("root") ? "user root;" : "",
                                compressing ? "on" : "off"));
        Process process = new ProcessBuilder(program.get().toString(), "-p", work.toString(), "-c", configuration.toString())
                .redirectErrorStream(true).redirectOutput(work.resolve("nginx.log").toFile()).start();
        for (int attempt = 0; attempt < 100; attempt++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected() ? Optional.of(new Nginx(process, port)) : Optional.empty();
            } catch (IOException notYet) {
                Thread.sleep(50);
            }
        }
        process.destroy();
        throw new IOException("nginx does not answer; see " + work.resolve("nginx.log"));
    }

    /** Returns the address of the pages. */
    String url() {
        return "http://127.0.0.1:" + port + "/oai";
    }

    static void closeQuietly(@Nullable Nginx nginx) {
        if (nginx != null) {
            nginx.close();
        }
    }

    /** Ends nginx and waits for its end, so that its files can be deleted. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
