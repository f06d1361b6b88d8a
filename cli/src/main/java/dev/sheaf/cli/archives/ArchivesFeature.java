package dev.sheaf.cli.archives;

import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.notify.HubGreeter;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.sync.copies.CopiedFiles;
import dev.sheaf.platform.sync.copies.FileCopier;
import dev.sheaf.platform.watch.GuestClient;
import dev.sheaf.platform.web.archives.ArchivePages;

/** Archives of single persons: at a hub their registration, approval and list; on their own computers the greetings that say they are on line. */
public final class ArchivesFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(RegisterCommand.class);
    }

    @Override
    public List<Setting> settings() {
        return List.of(Setting.REGISTRATION);
    }

    @Override
    public List<ServeOption> serveOptions() {
        return List.of(new ServeOption(Setting.REGISTRATION, "yes|no",
                "take registrations of archives, for approval by the administrator (default: no)"));
    }

    @Override
    public HubPart open(HubContext hub) {
        boolean isOpen = hub.setting(Setting.REGISTRATION).filter("yes"::equals).isPresent();
        boolean isPrivate = hub.options().announcing().privateReceivers();
        CopiedFiles copies = new CopiedFiles(hub.folder(CopiedFiles.FOLDER));
        Endpoint pages = new ArchivePages(hub.controls(), hub.baseUrl(), hub.access(), hub.options().clients(), copies, isOpen,
                isPrivate);
        // A client of its own, whose requests and waits end with it: a slow archive must not hold up the end of the hub.
        GuestClient client = new GuestClient(hub.store(), hub.fetcher().budget());
        FileCopier copier = new FileCopier(hub.store(), copies, client.fetcher(), hub.options().rules(), hub.clock(),
                client.pause(), isPrivate);
        HubGreeter greeter = new HubGreeter(hub.store(), hub.repositories(), client.fetcher(), hub.options().rules(), hub.clock(),
                client.pause(), hub.saved());
        return new HubPart() {
            @Override
            public List<Endpoint> endpoints() {
                return List.of(pages);
            }

            @Override
            public void start() {
                greeter.start();
                copier.start();
            }

            @Override
            public void saved() {
                copier.wake();
            }

            @Override
            public void close() {
                client.end();
                copier.close();
                greeter.close();
                client.close();
            }
        };
    }
}
