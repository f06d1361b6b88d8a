/**
 * Storage hierarchies that hold the files of a collection: folders, archives, and servers that speak FTP, SFTP, WebDAV or HTTP. All that they
 * say is bounded, and no message names a password.
 */
@NullMarked
package dev.sheaf.publish.files;

import org.jspecify.annotations.NullMarked;
