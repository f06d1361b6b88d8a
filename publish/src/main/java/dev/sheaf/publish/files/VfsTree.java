package dev.sheaf.publish.files;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

import org.apache.commons.vfs2.CacheStrategy;
import org.apache.commons.vfs2.FileObject;
import org.apache.commons.vfs2.FileSystemException;
import org.apache.commons.vfs2.FileSystemOptions;
import org.apache.commons.vfs2.FileType;
import org.apache.commons.vfs2.auth.StaticUserAuthenticator;
import org.apache.commons.vfs2.cache.SoftRefFilesCache;
import org.apache.commons.vfs2.impl.DefaultFileReplicator;
import org.apache.commons.vfs2.impl.DefaultFileSystemConfigBuilder;
import org.apache.commons.vfs2.impl.DefaultFileSystemManager;
import org.apache.commons.vfs2.provider.UriParser;
import org.apache.commons.vfs2.provider.ftp.FtpFileProvider;
import org.apache.commons.vfs2.provider.ftp.FtpFileSystemConfigBuilder;
import org.apache.commons.vfs2.provider.ftps.FtpsFileProvider;
import org.apache.commons.vfs2.provider.ftps.FtpsFileSystemConfigBuilder;
import org.apache.commons.vfs2.provider.sftp.IdentityInfo;
import org.apache.commons.vfs2.provider.sftp.SftpFileProvider;
import org.apache.commons.vfs2.provider.sftp.SftpFileSystemConfigBuilder;
import org.jspecify.annotations.Nullable;

/** A tree behind Commons VFS: FTP or SFTP. All access is serialised, because a connection does one thing at a time. */
final class VfsTree implements FileTree {

    private static final Duration CONNECT = Duration.ofSeconds(30);
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final String address;
    private final @Nullable String base;
    private final DefaultFileSystemManager manager;
    private final FileObject root;
    private int copies;

    private VfsTree(String address, @Nullable String base, DefaultFileSystemManager manager, FileObject root) {
        this.address = address;
        this.base = base;
        this.manager = manager;
        this.root = root;
    }

    /**
     * Opens a tree.
     *
     * @param address begins with {@code ftp://}, {@code ftps://} or {@code sftp://}; without a password
     * @param base address under which the files are on the web, with a slash at its end; null when they are not
     * @param temporary folder for copies; the caller's
     */
    static VfsTree open(String address, @Nullable String base, Logins logins, Path temporary) throws TreeException {
        return open(address, base, logins, temporary, Path.of(System.getProperty("user.home", ""), ".ssh", "known_hosts"));
    }

    /** @param knownHosts file with the keys of SFTP servers */
    static VfsTree open(String address, @Nullable String base, Logins logins, Path temporary, Path knownHosts)
            throws TreeException {
        DefaultFileSystemManager manager = new DefaultFileSystemManager();
        try {
            manager.addProvider("ftp", new FtpFileProvider());
            manager.addProvider("ftps", new FtpsFileProvider());
            manager.addProvider("sftp", new SftpFileProvider());
            DefaultFileReplicator replicator = new DefaultFileReplicator(temporary.resolve("vfs").toFile());
            manager.setReplicator(replicator);
            manager.setTemporaryFileStore(replicator);
            manager.setFilesCache(new SoftRefFilesCache());
            manager.setCacheStrategy(CacheStrategy.MANUAL);
            manager.init();
            FileObject root = manager.resolveFile(address, options(address, logins, knownHosts));
            return new VfsTree(address, base, manager, root);
        } catch (FileSystemException failure) {
            manager.close();
            throw new TreeException("cannot open " + address + ": " + reason(failure), failure);
        }
    }

    private static FileSystemOptions options(String address, Logins logins, Path knownHosts)
            throws FileSystemException {
        FileSystemOptions options = new FileSystemOptions();
        URI uri = URI.create(address);
        String host = uri.getHost();
        Login login = host == null ? null : logins.of(host).orElse(null);
        String user = uri.getUserInfo() != null ? uri.getUserInfo() : login == null ? null : login.user();
        String password = login == null ? null : login.password();
        if (user != null || address.startsWith("ftp")) {
            DefaultFileSystemConfigBuilder.getInstance().setUserAuthenticator(options,
                    new StaticUserAuthenticator(null, user == null ? "anonymous" : user,
                            password == null ? "anonymous@" : password));
        }
        ftp(options, FtpFileSystemConfigBuilder.getInstance());
        ftp(options, FtpsFileSystemConfigBuilder.getInstance());
        sftp(options, login, knownHosts);
        return options;
    }

    private static void ftp(FileSystemOptions options, FtpFileSystemConfigBuilder ftp) {
        ftp.setPassiveMode(options, true);
        ftp.setUserDirIsRoot(options, false);
        ftp.setControlEncoding(options, "UTF-8");
        ftp.setConnectTimeout(options, CONNECT);
        ftp.setDataTimeout(options, SILENCE);
        ftp.setSoTimeout(options, SILENCE);
        // Listings show minutes; this asks the server for the exact time of each file.
        ftp.setMdtmLastModifiedTime(options, true);
    }

    private static void sftp(FileSystemOptions options, @Nullable Login login, Path knownHosts)
            throws FileSystemException {
        SftpFileSystemConfigBuilder sftp = SftpFileSystemConfigBuilder.getInstance();
        sftp.setUserDirIsRoot(options, false);
        sftp.setConnectTimeout(options, CONNECT);
        sftp.setSessionTimeout(options, SILENCE);
        sftp.setStrictHostKeyChecking(options, "yes");
        if (Files.isRegularFile(knownHosts)) {
            sftp.setKnownHosts(options, knownHosts.toFile());
        }
        Path key = login == null ? null : login.key();
        if (login != null && key != null) {
            String password = login.password();
            sftp.setIdentityProvider(options, password == null
                    ? new IdentityInfo(key.toFile())
                    : new IdentityInfo(key.toFile(), password.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            sftp.setPreferredAuthentications(options, "publickey");
        } else {
            sftp.setPreferredAuthentications(options, "password,keyboard-interactive");
        }
    }

    @Override
    public String address() {
        return address;
    }

    private record Folder(FileObject object, String path, int depth) {}

    @Override
    public synchronized void walk(CrawlBounds bounds, TreeVisitor visitor) throws TreeException {
        try {
            if (!root.exists()) {
                throw new TreeException("there is no " + address);
            }
            if (root.isFile()) {
                throw new TreeException(address + " is a file: name the folder around it");
            }
            Deque<Folder> waiting = new ArrayDeque<>();
            waiting.push(new Folder(root, "", 1));
            while (!waiting.isEmpty()) {
                Folder folder = waiting.pop();
                FileObject[] children = children(folder, visitor);
                for (FileObject child : children) {
                    visit(bounds, visitor, waiting, folder, child);
                }
            }
        } catch (TreeException failure) {
            throw failure;
        } catch (FileSystemException failure) {
            throw new TreeException("cannot read " + address + ": " + reason(failure), failure);
        }
    }

    private FileObject[] children(Folder folder, TreeVisitor visitor) throws FileSystemException {
        try {
            return folder.object().getChildren();
        } catch (FileSystemException failure) {
            if (folder.path().isEmpty()) {
                throw failure;
            }
            visitor.unread(folder.path(), reason(failure));
            return new FileObject[0];
        }
    }

    private static void visit(CrawlBounds bounds, TreeVisitor visitor, Deque<Folder> waiting, Folder folder, FileObject child)
            throws TreeException {
        String name;
        String path = folder.path();
        try {
            name = UriParser.decode(child.getName().getBaseName());
            if (CrawlBounds.isHidden(name)) {
                return;
            }
            path = path.isEmpty() ? name : path + "/" + name;
            FileType type = child.getType();
            if (child.isSymbolicLink() && !bounds.follow()) {
                visitor.passedOver(path, "it is a symbolic link (--option links=on follows them)");
            } else if (type.hasChildren()) {
                if (folder.depth() >= bounds.depth()) {
                    visitor.unread(path, "it lies deeper than the bound of folders in each other (--option depth=N)");
                } else {
                    waiting.push(new Folder(child, path, folder.depth() + 1));
                }
            } else if (type.hasContent()) {
                visitor.file(new FoundFile(path, child.getContent().getSize(), child.getContent().getLastModifiedTime()));
            } else {
                visitor.passedOver(path, "it is no regular file");
            }
        } catch (FileSystemException failure) {
            // It may be a folder or a file: what is below it is not known.
            visitor.unread(path, reason(failure));
        }
    }

    @Override
    public synchronized Content content(String path, long most, Path temporary) throws IOException {
        try {
            FileObject file = manager.resolveFile(root, UriParser.encode(path));
            Path copy = temporary.resolve("copy-" + System.identityHashCode(this) + "-" + copies++);
            long modified;
            try (InputStream in = file.getContent().getInputStream()) {
                modified = file.getContent().getLastModifiedTime();
                Bytes.spool(in, copy, most);
            } finally {
                file.close();
            }
            return new Content(copy, true, Files.size(copy), modified);
        } catch (FileSystemException failure) {
            throw new IOException(reason(failure), failure);
        }
    }

    /** VFS wraps what the library below has said. */
    private static String reason(FileSystemException failure) {
        StringBuilder reason = new StringBuilder(one(failure));
        Throwable cause = failure.getCause();
        for (int i = 0; i < 4 && cause != null; i++) {
            if (cause.getMessage() != null && reason.indexOf(one(cause)) < 0) {
                reason.append(": ").append(one(cause));
            }
            cause = cause.getCause();
        }
        String text = reason.toString();
        return text.contains("UnknownHostKey") || text.contains("reject HostKey")
                ? text + ". Connect once with sftp and accept the host's key, so that it stands in ~/.ssh/known_hosts"
                : text;
    }

    private static String one(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message.strip().replaceAll("\\.$", "");
    }

    @Override
    public Optional<String> url(String path) {
        return Optional.ofNullable(base).map(prefix -> prefix + WebPath.encode(path));
    }

    @Override
    public synchronized void close() {
        manager.close();
    }
}
