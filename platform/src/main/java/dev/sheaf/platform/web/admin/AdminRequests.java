package dev.sheaf.platform.web.admin;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Limit;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.access.Session;
import dev.sheaf.platform.server.access.Session.Notice;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.web.MessagePage;
import dev.sheaf.platform.web.Templates;

/**
 * Requests of administrators' browsers. Pages are shown to sessions only; every form carries the session's token, and every answer to one leads to
 * a page that can be asked for again. Thread-safe.
 */
public final class AdminRequests {

    private static final Logger LOG = LoggerFactory.getLogger(AdminRequests.class);
    private static final int IN_MEMORY = 64 << 10;

    private final AdminGuard guard;
    private final Templates templates;

    /** Creates the checks of requests. */
    public AdminRequests(AdminGuard guard, Templates templates) {
        this.guard = guard;
        this.templates = templates;
    }

    /** Shows something to a session. */
    public interface Shown {
        /** Writes the answer. */
        void to(Session session) throws IOException;
    }

    /** Does something that a form of a session asks for. */
    public interface Change {
        /** Makes the change and answers. */
        void make(Session session, AdminForm form) throws IOException;
    }

    /** Takes files that a form of a session has sent. */
    public interface Upload {
        /** Takes the files and answers. The files are deleted afterwards. */
        void take(Session session, List<SentFile> files) throws IOException;
    }

    /** A file that a form has sent. */
    public interface SentFile {

        /** Returns its name as the browser has sent it: anything. */
        String name();

        /** Opens its content. */
        InputStream open() throws IOException;
    }

    /** Shows a page to a session; leads any other browser to the login. */
    public void page(Context context, Shown shown) throws Exception {
        context.header("Cache-Control", "no-store");
        Optional<Session> session = guard.session(context);
        if (session.isPresent()) {
            Rendering.run(context, () -> shown.to(session.get()));
        } else {
            String asked = context.path() + (context.queryString() == null ? "" : "?" + context.queryString());
            seeOther(context, link(Routes.ADMIN_LOGIN) + "?next=" + URLEncoder.encode(asked, StandardCharsets.UTF_8));
        }
    }

    /** Takes a form of a session; refuses any other. */
    public void change(Context context, Change change) throws IOException {
        context.header("Cache-Control", "no-store");
        Optional<Session> session = guard.session(context);
        if (session.isEmpty()) {
            seeOther(context, link(Routes.ADMIN_LOGIN));
            return;
        }
        AdminForm form = AdminForm.read(context);
        if (!guard.isOwnForm(context, session.get(), form.value(AdminGuard.FORM_TOKEN))) {
            refuse(context);
            return;
        }
        change.make(session.get(), form);
    }

    /**
     * Takes a form with files of a session; refuses any other. Nothing of a body is read before the session and the origin of the request are
     * known; the token stands in the body, and is checked before a file is taken.
     *
     * @param most bytes of the whole form, which may lie on the disk for the time of the request
     * @param back page to which a form that cannot be read leads
     */
    public void upload(Context context, long most, String back, Upload upload) throws IOException {
        context.header("Cache-Control", "no-store");
        Optional<Session> session = guard.session(context);
        if (session.isEmpty()) {
            context.header("Connection", "close");
            seeOther(context, link(Routes.ADMIN_LOGIN));
            return;
        }
        String type = context.req().getContentType();
        if (!guard.isSameSite(context) || type == null || !type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            context.header("Connection", "close");
            refuse(context);
            return;
        }
        if (context.req().getContentLengthLong() > most) {
            context.header("Connection", "close");
            tell(context, session.get(), tooLarge(most), back);
            return;
        }
        Path place;
        try {
            place = Files.createTempDirectory("sheaf-deposit");
        } catch (IOException failure) {
            LOG.error("no folder for the files of a form: reason=\"{}\"", failure.toString());
            context.header("Connection", "close");
            tell(context, session.get(),
                    ActionResult.refused("Nothing was kept, because the hub cannot create a folder for temporary "
                            + "files. The reason is in its log."),
                    back);
            return;
        }
        try {
            context.req().setAttribute(ServletContextRequest.MULTIPART_CONFIG_ELEMENT,
                    new MultipartConfigElement(place.toString(), most, most, IN_MEMORY));
            List<Part> parts;
            try {
                parts = List.copyOf(context.req().getParts());
            } catch (ServletException | IOException | RuntimeException failure) {
                LOG.info("form with files not read: reason=\"{}\"", failure.getMessage());
                context.header("Connection", "close");
                tell(context, session.get(), ActionResult.refused("The form could not be read: it is incomplete, has too many "
                        + "files, is larger than " + (most >> 20)
                        + " MB, or the disk of the hub is full. Nothing was kept. The reason "
                        + "is in the log of the hub."), back);
                return;
            }
            String token = null;
            for (Part part : parts) {
                if (part.getName().equals(AdminGuard.FORM_TOKEN) && part.getSize() <= Limit.FORM_BYTES.number()) {
                    token = new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                }
            }
            if (!guard.isOwnForm(context, session.get(), token)) {
                refuse(context);
                return;
            }
            upload.take(session.get(), parts.stream().map(PartFile::of).flatMap(Optional::stream).toList());
        } finally {
            remove(place);
        }
    }

    private static ActionResult tooLarge(long most) {
        return ActionResult.refused("The files are together larger than " + (most >> 20)
                + " MB. Nothing was kept. Send fewer files at once, or put them into the folder yourself.");
    }

    private record PartFile(String name, Part part) implements SentFile {

        static Optional<SentFile> of(Part part) {
            String name = part.getSubmittedFileName();
            // A form without a chosen file sends one without a name.
            return name == null || name.isEmpty() ? Optional.empty() : Optional.of(new PartFile(name, part));
        }

        @Override
        public InputStream open() throws IOException {
            return part.getInputStream();
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failure) {
            LOG.warn("temporary files not removed: folder={} reason=\"{}\"", folder, failure.getMessage());
        }
    }

    private void refuse(Context context) throws IOException {
        context.status(HttpStatus.FORBIDDEN);
        templates.show(context, "message.jte", new MessagePage("Nothing was changed",
                "This was not sent by a form of this session. Go back to the page, load it again, and send its form."));
    }

    private String link(String path) {
        return templates.site().link(path);
    }

    /** Leads to another page. */
    public static void seeOther(Context context, String location) {
        context.status(HttpStatus.SEE_OTHER).header("Location", location);
    }

    /** Leads to another page, which shows a result. */
    public static void tell(Context context, Session session, ActionResult result, String location) {
        session.leave(new Notice(result.isDone(), result.message()));
        seeOther(context, location);
    }

    /** Returns the frame around a page; it shows the notice of the last action. */
    public static AdminFrame frame(Session session, String heading, List<AdminFrame.Tab> tabs) {
        return new AdminFrame(heading, session.formToken(), tabs, session.notice().orElse(null), false);
    }
}
