package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.Hl7Fault;
import io.tributary.lab.protocol.hl7.MessageHeader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Exchanges files with a laboratory through folders that another system transfers.
 *
 * <p>An outgoing file is written under a temporary name and renamed, so it appears complete or not
 * at all. An incoming file is moved out of its folder once all its messages are stored. Both sides
 * recognize a repeated message by its control ID, so writing or reading a file twice creates no
 * duplicates.
 */
final class FileDropTransport implements LabTransport {
  private static final System.Logger LOG = System.getLogger(FileDropTransport.class.getName());

  /** A file whose writer does not rename counts as complete after this time without changes. */
  private static final Duration STABLE_AGE = Duration.ofSeconds(2);

  /** Delay before retrying a file that could not be processed. */
  private static final Duration RETRY_DELAY = Duration.ofMinutes(1);

  private static final int MAX_FILES = 100;
  private static final long MAX_BYTES = 256L << 20;

  private final Vertx vertx;
  private final LabConnectionProfile link;
  private final LabConnectionProfile.Folders folders;
  private final LabMessageReceiver receiver;
  private final ExchangeMetrics meters;
  private final Duration interval;

  /** Files that failed, with the time until which they are skipped. */
  private final Map<Path, Instant> postponedUntil = new ConcurrentHashMap<>();

  private long timer = -1;
  private boolean scanning;
  private volatile boolean connected = true;

  FileDropTransport(
      Vertx vertx,
      LabConnectionProfile link,
      LabMessageReceiver inbox,
      ExchangeMetrics meters,
      Duration every) {
    this.vertx = vertx;
    this.link = link;
    this.folders = link.folders().orElseThrow();
    this.receiver = inbox;
    this.meters = meters;
    this.interval = every;
  }

  @Override
  public void start() {
    timer = vertx.setPeriodic(interval.toMillis(), id -> scan());
  }

  /** A written file counts as delivered, because a folder gives no further feedback. */
  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return vertx
        .executeBlocking(
            () -> {
              write(folders.out(), controlId + ".hl7", message);
              return null;
            },
            false)
        .map(done -> LabAck.delivered(""));
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

  private void scan() {
    if (scanning) {
      return;
    }
    scanning = true;
    vertx
        .executeBlocking(this::listReadyFiles, false)
        .compose(this::processAll)
        .onComplete(
            done -> {
              scanning = false;
              connected = done.succeeded() && done.result();
              if (done.failed()) {
                LOG.log(
                    Level.ERROR,
                    "link="
                        + link.name()
                        + " folder not read: "
                        + SafeErrorKind.describe(done.cause()));
                meters.countFault("store");
              }
            });
  }

  private List<Path> listReadyFiles() throws IOException {
    if (!Files.isDirectory(folders.in())) {
      return List.of();
    }
    Instant now = Instant.now();
    postponedUntil.values().removeIf(until -> until.isBefore(now));
    try (Stream<Path> files = Files.list(folders.in())) {
      return files
          .filter(FileDropTransport::isMessageFile)
          .filter(
              f ->
                  !postponedUntil.containsKey(f) && lastModified(f).isBefore(now.minus(STABLE_AGE)))
          .sorted()
          .limit(MAX_FILES)
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

  private static Instant lastModified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      // The file was removed in the meantime.
      return Instant.MAX;
    }
  }

  /**
   * Processes all files and returns whether all succeeded. A failing file does not stop the others.
   */
  private Future<Boolean> processAll(List<Path> files) {
    Future<Boolean> done = Future.succeededFuture(true);
    for (Path file : files) {
      done =
          done.compose(well -> process(file).map(v -> well).otherwise(why -> postpone(file, why)));
    }
    return done;
  }

  private boolean postpone(Path file, Throwable why) {
    LOG.log(
        Level.ERROR,
        "link="
            + link.name()
            + " file not processed, will be retried: "
            + SafeErrorKind.describe(why));
    meters.countFault("store");
    postponedUntil.put(file, Instant.now().plus(RETRY_DELAY));
    return false;
  }

  private Future<Void> process(Path file) {
    return vertx
        .executeBlocking(() -> readFile(file), false)
        .compose(bytes -> store(BatchFile.split(bytes)))
        .compose(v -> runBlocking(() -> moveWithoutOverwrite(file, folders.done(), name(file))))
        .recover(
            why ->
                switch (why) {
                  case Hl7Fault f ->
                      moveRefused(file, folders.done(), ".refused", f.code() + " " + f.location());
                  case UnreadableDropFile u ->
                      moveRefused(file, refusedFolder(), "", u.getMessage());
                  default -> Future.failedFuture(why);
                });
  }

  private Future<Void> runBlocking(Callable<Path> move) {
    return vertx.executeBlocking(move, false).mapEmpty();
  }

  /** File that can never be read, as far as this node can determine. */
  private static final class UnreadableDropFile extends IOException {
    UnreadableDropFile(String reason) {
      super(reason);
    }
  }

  private static byte[] readFile(Path file) throws IOException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UnreadableDropFile("the file is too large");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException | UnreadableDropFile e) {
      throw e;
    } catch (IOException e) {
      throw new UnreadableDropFile("the file cannot be read: " + e.getClass().getSimpleName());
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** Folder in which the laboratory's side can see refused files. */
  private Path refusedFolder() {
    return folders.in().resolve("refused");
  }

  /** Moves a refused file aside together with its reason, because no answer can be sent. */
  private Future<Void> moveRefused(Path file, Path folder, String mark, String reason) {
    LOG.log(Level.ERROR, "link=%s file rejected: %s".formatted(link.name(), reason));
    meters.countReceived(link.name(), "parked");
    return runBlocking(
        () -> {
          Path at = moveWithoutOverwrite(file, folder, name(file) + mark);
          write(refusedFolder(), name(file) + ".reason", reason.getBytes(StandardCharsets.UTF_8));
          return at;
        });
  }

  /** Moves a file without overwriting: the existing file may be the only copy of its bytes. */
  private static Path moveWithoutOverwrite(Path file, Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    Path to = folder.resolve(name);
    for (int i = 2; Files.exists(to); i++) {
      to = folder.resolve(name + "." + i);
    }
    move(file, to);
    return to;
  }

  private Future<Void> store(List<byte[]> messages) {
    // All messages are validated before the first is stored: a file is accepted completely or not
    // at all.
    messages.forEach(m -> receiver.validate(link, MessageHeader.read(m), m));
    Future<Void> done = Future.succeededFuture();
    for (byte[] message : messages) {
      done =
          done.compose(v -> receiver.storeValidated(link, MessageHeader.read(message), message))
              .mapEmpty();
    }
    return done;
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public Future<Void> close() {
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }
}
