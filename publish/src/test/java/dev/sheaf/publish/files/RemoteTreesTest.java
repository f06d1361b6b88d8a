package dev.sheaf.publish.files;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.ftplet.FtpException;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Trees on real servers in this process. */
@SuppressWarnings("AddressSelection")
class RemoteTreesTest {

    private static final long TIME = 1_700_000_000_000L;
    private static final String PASSWORD = "s3cret";

    @TempDir
    private Path folder = Path.of("");
    private Path root = Path.of("");
    private Path temporary = Path.of("");
    private final HttpFetcher fetcher = new HttpFetcher();
    private final List<AutoCloseable> servers = new ArrayList<>();

    @BeforeEach
    void fill() throws IOException {
        root = Files.createDirectories(folder.resolve("root"));
        temporary = Files.createDirectories(folder.resolve("temporary"));
        write("a.txt", "first");
        write("sub/ä b.txt", "second");
        write("sub/.hidden", "x");
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable server : servers) {
            server.close();
        }
        fetcher.close();
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(TIME));
    }

    private FileTree open(String address, Logins logins) throws TreeException {
        return new FileTrees(logins, fetcher, FetchRules.DEFAULT, Pause.REAL, temporary)
                .open(FileTrees.address(address, folder), null);
    }

    private Logins logins(String text) throws IOException {
        Path file = folder.resolve("netrc");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return Logins.read(file);
    }

    private void hasAllFiles(FileTree tree) throws IOException {
        Walked walked = Walked.of(tree);
        assertThat(walked.files).containsOnlyKeys("a.txt", "sub/ä b.txt");
        assertThat(walked.files.get("a.txt")).isEqualTo(new FoundFile("a.txt", 5, TIME));
        assertThat(Walked.text(tree, "sub/ä b.txt", temporary)).isEqualTo("second");
        try (Content content = tree.content("a.txt", 100, temporary)) {
            assertThat(content.modified()).isEqualTo(TIME);
        }
        assertThatThrownBy(() -> tree.content("a.txt", 3, temporary)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> tree.content("gone.txt", 3, temporary)).isInstanceOf(IOException.class)
                .hasMessageNotContaining(PASSWORD);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private int ftp() throws FtpException {
        FtpServerFactory factory = new FtpServerFactory();
        ListenerFactory listener = new ListenerFactory();
        listener.setPort(0);
        listener.setServerAddress("127.0.0.1");
        factory.addListener("default", listener.createListener());
        BaseUser user = new BaseUser();
        user.setName("me");
        user.setPassword(PASSWORD);
        user.setHomeDirectory(root.toString());
        factory.getUserManager().save(user);
        FtpServer server = factory.createServer();
        server.start();
        servers.add(server::stop);
        return factory.getListener("default").getPort();
    }

    @Test
    void ftpServer_isReadLikeAFolder() throws Exception {
        String address = "ftp://localhost:" + ftp() + "/";
        try (FileTree tree = open(address, logins("machine localhost login me password " + PASSWORD))) {
            hasAllFiles(tree);
        }
    }

    @Test
    void wrongPassword_isAFailureOfTheTree_whichDoesNotShowIt() throws Exception {
        String address = "ftp://localhost:" + ftp() + "/";
        assertThatThrownBy(() -> {
            try (FileTree tree = open(address, logins("machine localhost login me password wr0ng"))) {
                Walked.of(tree);
            }
        }).isInstanceOf(TreeException.class).hasMessageContaining("localhost").hasMessageNotContaining("wr0ng");
    }

    private SshServer ssh() throws IOException {
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setPort(0);
        java.security.KeyPair pair;
        try {
            pair = KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
        } catch (java.security.GeneralSecurityException failure) {
            throw new IOException(failure);
        }
        server.setKeyPairProvider(org.apache.sshd.common.keyprovider.KeyPairProvider.wrap(pair));
        server.setPasswordAuthenticator((user, password, _) -> user.equals("me") && password.equals(PASSWORD));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.setFileSystemFactory(new VirtualFileSystemFactory(root));
        server.start();
        servers.add(() -> server.stop(true));
        Files.writeString(folder.resolve("known_hosts"),
                "[127.0.0.1]:" + server.getPort() + " " + PublicKeyEntry.toString(pair.getPublic()) + "\n");
        return server;
    }

    @Test
    void sftpServer_isReadLikeAFolder_whenItsKeyIsKnown() throws Exception {
        SshServer server = ssh();
        String address = "sftp://me@127.0.0.1:" + server.getPort() + "/";
        Logins logins = logins("machine 127.0.0.1 login me password " + PASSWORD);
        try (FileTree tree = VfsTree.open(FileTrees.address(address, folder), null, logins, temporary,
                folder.resolve("known_hosts"))) {
            hasAllFiles(tree);
        }
    }

    @Test
    void sftpServerWithAnUnknownKey_isRefused() throws Exception {
        String address = "sftp://me@127.0.0.1:" + ssh().getPort() + "/";
        Files.writeString(folder.resolve("none"), "");
        assertThatThrownBy(() -> {
            try (FileTree tree = VfsTree.open(FileTrees.address(address, folder), null,
                    logins("machine 127.0.0.1 login me password " + PASSWORD), temporary, folder.resolve("none"))) {
                Walked.of(tree);
            }
        }).isInstanceOf(TreeException.class).hasMessageContaining("127.0.0.1").hasMessageNotContaining(PASSWORD);
    }

    /** A web server with a listing in the manner of Apache, and WebDAV as far as PROPFIND. */
    private final class Web {

        private final HttpServer server;
        private final List<String> requests = new CopyOnWriteArrayList<>();
        /** Answers in place of files, by path. */
        private final Map<String, Integer> statuses = new ConcurrentHashMap<>();

        Web() throws IOException {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            server.createContext("/files/", this::handle);
            server.start();
            servers.add(() -> server.stop(0));
        }

        String address(String scheme) {
            return scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/files/";
        }

        private void handle(HttpExchange exchange) throws IOException {
            URI uri = exchange.getRequestURI();
            requests.add(exchange.getRequestMethod() + " " + uri.getRawPath());
            Path file = root.resolve(uri.getPath().substring("/files/".length()));
            byte[] body;
            int status = 200;
            if (statuses.containsKey(uri.getRawPath())) {
                status = statuses.get(uri.getRawPath());
                body = new byte[0];
            } else if (!Files.exists(file)) {
                status = 404;
                body = new byte[0];
            } else if (exchange.getRequestMethod().equals("PROPFIND")) {
                status = 207;
                exchange.getResponseHeaders().set("Content-Type", "application/xml");
                body = properties(uri, file).getBytes(StandardCharsets.UTF_8);
            } else if (Files.isDirectory(file)) {
                exchange.getResponseHeaders().set("Content-Type", "text/html;charset=UTF-8");
                body = listing(file).getBytes(StandardCharsets.UTF_8);
            } else {
                exchange.getResponseHeaders().set("Last-Modified", "Tue, 14 Nov 2023 22:13:20 GMT");
                body = Files.readAllBytes(file);
            }
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            if (isHead) {
                exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            }
            exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
            if (!isHead) {
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        }

        private String listing(Path file) throws IOException {
            StringBuilder page = new StringBuilder("<html><body><h1>Index</h1><a href='?C=N;O=D'>Name</a><a href='/'>Up</a>"
                    + "<a href='../'>Parent</a><a href='https://elsewhere.example.org/files/b.txt'>b</a><a href='javascript:x'>x</a>"
                    + "<a href='a.txt'>again</a>");
            try (Stream<Path> children = Files.list(file)) {
                children.sorted().forEach(child -> page.append("<a href=\"")
                        .append(WebPath.encode(child.getFileName().toString())).append(Files.isDirectory(child) ? "/" : "")
                        .append("\">x</a>"));
            }
            return page.append("</body></html>").toString();
        }

        private String properties(URI uri, Path file) throws IOException {
            StringBuilder answer = new StringBuilder("<d:multistatus xmlns:d='DAV:'><d:response><d:href>" + uri.getRawPath()
                    + "</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop></d:propstat></d:response>");
            try (Stream<Path> children = Files.list(file)) {
                for (Path child : children.toList()) {
                    boolean isFolder = Files.isDirectory(child);
                    answer.append("<d:response><d:href>").append(uri.getRawPath())
                            .append(WebPath.encode(child.getFileName().toString())).append(isFolder ? "/" : "")
                            .append("</d:href><d:propstat><d:prop><d:resourcetype>").append(isFolder ? "<d:collection/>" : "")
                            .append("</d:resourcetype>").append(isFolder
                                    ? ""
                                    : "<d:getcontentlength>" + Files.size(child) + "</d:getcontentlength><d:getlastmodified>"
                                            + "Tue, 14 Nov 2023 22:13:20 GMT</d:getlastmodified>")
                            .append("</d:prop></d:propstat></d:response>");
                }
            }
            return answer.append("</d:multistatus>").toString();
        }
    }

    @Test
    void webServer_isReadByItsListings() throws Exception {
        Web web = new Web();
        try (FileTree tree = open(web.address("http"), Logins.NONE)) {
            hasAllFiles(tree);
            assertThat(tree.url("sub/ä b.txt")).contains(web.address("http") + "sub/%C3%A4%20b.txt");
        }
        assertThat(web.requests).contains("HEAD /files/a.txt").doesNotContain("GET /files/sub/.hidden");
    }

    @Test
    void webDavServer_isReadByPropfind_withOneRequestForAFolder() throws Exception {
        Web web = new Web();
        try (FileTree tree = open(web.address("webdav"), Logins.NONE)) {
            assertThat(Walked.of(tree).files).containsOnlyKeys("a.txt", "sub/ä b.txt");
            assertThat(web.requests).containsExactlyInAnyOrder("PROPFIND /files/", "PROPFIND /files/sub/");
            hasAllFiles(tree);
        }
    }

    @Test
    void fileThatTheServerRefusesForAMoment_isNotTakenForGone() throws Exception {
        write("b.txt", "third");
        Web web = new Web();
        web.statuses.put("/files/a.txt", 503);
        web.statuses.put("/files/b.txt", 404);
        try (FileTree tree = open(web.address("http"), Logins.NONE)) {
            Walked walked = Walked.of(tree);

            assertThat(walked.files).containsOnlyKeys("sub/ä b.txt");
            assertThat(walked.unread).containsExactly("a.txt: the server answers HTTP 503");
            assertThat(walked.passedOver).contains("b.txt: the server answers HTTP 404");
        }
    }

    @Test
    void listingThatIsMissing_isAFailureOfTheTree() throws Exception {
        Web web = new Web();
        assertThatThrownBy(() -> {
            try (FileTree tree = open(web.address("http") + "none/", Logins.NONE)) {
                Walked.of(tree);
            }
        }).isInstanceOf(TreeException.class).hasMessageContaining("HTTP 404");
    }
}
