package io.tributary.lab.exchange;

import io.tributary.lab.wire.hl7.Header;
import io.tributary.lab.wire.hl7.Hl7Fault;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Files that others carry to a laboratory and from it. An order appears whole under its name or not
 * at all; a file that came leaves its folder when all its messages are stored. Both sides know a
 * message again by its control id, so that a file that is written or read twice doubles nothing.
 */
final class FilesWire implements Wire {
  private static final System.Logger LOG = System.getLogger(FilesWire.class.getName());

  /** Who writes without renaming has stopped for so long when a file is taken for whole. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private static final int MOST_FILES = 100;

  private final Vertx vertx;
  private final LinkProfile link;
  private final LinkProfile.Folders folders;
  private final Inbox inbox;
  private final ExchangeMeters meters;
  private final Duration every;
  private long timer = -1;
  private boolean busy;
  private volatile boolean good = true;

  FilesWire(Vertx vertx, LinkProfile link, Inbox inbox, ExchangeMeters meters, Duration every) {
    this.vertx = vertx;
    this.link = link;
    this.folders = link.folders().orElseThrow();
    this.inbox = inbox;
    this.meters = meters;
    this.every = every;
  }

  @Override
  public void start() {
    timer = vertx.setPeriodic(every.toMillis(), id -> look());
  }

  /** What is written counts as delivered: more is not to be learnt from a folder. */
  @Override
  public Future<Heard> send(String controlId, byte[] message) {
    return vertx
        .executeBlocking(
            () -> {
              write(folders.out(), controlId + ".hl7", message);
              return null;
            },
            false)
        .map(done -> Heard.delivered(""));
  }

  static void write(Path folder, String name, byte[] bytes) throws IOException {
    Files.createDirectories(folder);
    Path part = folder.resolve("." + name + ".part");
    try (FileChannel file =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      file.write(java.nio.ByteBuffer.wrap(bytes));
      file.force(true);
    }
    move(part, folder.resolve(name));
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void look() {
    if (busy) {
      return;
    }
    busy = true;
    vertx
        .executeBlocking(this::waiting, false)
        .compose(this::takeAll)
        .onComplete(
            done -> {
              busy = false;
              good = done.succeeded();
              if (done.failed()) {
                LOG.log(
                    Level.ERROR,
                    "link=" + link.name() + " folder not read: " + done.cause().getMessage());
                meters.fault("store");
              }
            });
  }

  private List<Path> waiting() throws IOException {
    if (!Files.isDirectory(folders.in())) {
      return List.of();
    }
    Instant quiet = Instant.now().minus(QUIET);
    try (Stream<Path> files = Files.list(folders.in())) {
      return files
          .filter(FilesWire::isMessageFile)
          .filter(f -> modified(f).isBefore(quiet))
          .sorted()
          .limit(MOST_FILES)
          .toList();
    }
  }

  private static boolean isMessageFile(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return Files.isRegularFile(file)
        && !name.startsWith(".")
        && !name.endsWith(".part")
        && !name.endsWith(".tmp");
  }

  private static Instant modified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      // It has just been taken away.
      return Instant.MAX;
    }
  }

  private Future<Void> takeAll(List<Path> files) {
    Future<Void> done = Future.succeededFuture();
    for (Path file : files) {
      done = done.compose(v -> take(file));
    }
    return done;
  }

  private Future<Void> take(Path file) {
    return vertx
        .executeBlocking(() -> Files.readAllBytes(file), false)
        .compose(bytes -> store(BatchFile.messages(bytes)))
        .map(v -> "")
        .recover(
            why ->
                why instanceof Hl7Fault f
                    ? Future.succeededFuture(refused(file, f))
                    : Future.failedFuture(why))
        .compose(mark -> vertx.executeBlocking(() -> putAway(file, mark), false));
  }

  /** Nobody can be answered: the file is kept for somebody to look at. */
  private String refused(Path file, Hl7Fault why) {
    LOG.log(
        Level.ERROR,
        "link=%s file of %d characters refused: %s %s"
            .formatted(
                link.name(), file.getFileName().toString().length(), why.code(), why.location()));
    meters.received(link.name(), "parked");
    return ".refused";
  }

  private Void putAway(Path file, String mark) {
    try {
      Files.createDirectories(folders.done());
      move(file, folders.done().resolve(file.getFileName() + mark));
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Future<Void> store(List<byte[]> messages) {
    // All are looked at before the first is stored: a file is taken whole or not at all.
    messages.forEach(m -> inbox.admit(link, Header.read(m), m));
    Future<Void> done = Future.succeededFuture();
    for (byte[] message : messages) {
      done = done.compose(v -> inbox.keep(link, Header.read(message), message)).mapEmpty();
    }
    return done;
  }

  @Override
  public boolean isConnected() {
    return good;
  }

  @Override
  public Future<Void> close() {
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }
}
