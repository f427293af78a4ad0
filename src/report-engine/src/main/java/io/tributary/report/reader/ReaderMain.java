package io.tributary.report.reader;

import io.tributary.kernel.Json;
import io.tributary.report.extract.BadFile;
import io.tributary.report.extract.PageReader;
import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.page.Failure;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.table.ReportTable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.imageio.ImageIO;

/**
 * The program that reads reports, as a child of the service, with which it ends. It takes requests
 * from its input one after another. It says nothing else to anybody: what it reads is private.
 */
public final class ReaderMain {
  /** Its exit code where a file asked too much of it: the JVM's own for a heap that is full. */
  static final int TOO_MUCH = 3;

  /** Of bytes; what is made of it, with candidates of codes, is to fit a save. */
  static final int LARGEST_REPORT = Frames.LARGEST / 2;

  private static final Duration LOOK = Duration.ofMillis(500);

  private final PageReader reader;
  private final ReaderLimits limits;

  /** When the request at work must be done, as of the running clock; 0 while there is none. */
  private final AtomicLong deadline = new AtomicLong();

  private ReaderMain(ReaderLimits limits) {
    this.limits = limits;
    this.reader = new PageReader(limits);
  }

  /**
   * @param arguments pages, pixels and milliseconds for a page, as {@link ReaderLimits}
   */
  public static void main(String[] arguments) throws IOException {
    DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
    // Pictures are not to lie on the disk, where a child that is killed would leave them.
    ImageIO.setUseCache(false);
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false));
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false));
    ReaderLimits limits =
        new ReaderLimits(
            Integer.parseInt(arguments[0]),
            Long.parseLong(arguments[1]),
            Duration.ofMillis(Long.parseLong(arguments[2])));
    new ReaderMain(limits).run(new DataInputStream(System.in), out);
    Runtime.getRuntime().halt(0);
  }

  private void run(DataInputStream in, DataOutputStream out) {
    Thread.ofPlatform().daemon().name("deadline").start(this::watch);
    try {
      while (true) {
        Request request = Json.read(Frames.read(in), Request.class);
        Reply reply = answer(request);
        deadline.set(0);
        Frames.write(out, message(reply));
      }
    } catch (IOException e) {
      // Nobody is there any more.
    }
  }

  /** A page that takes too long cannot be told to stop: the whole program does. */
  private void watch() {
    while (true) {
      LockSupport.parkNanos(LOOK.toNanos());
      long until = deadline.get();
      if (until != 0 && System.nanoTime() - until > 0) {
        Runtime.getRuntime().halt(TOO_MUCH);
      }
    }
  }

  private Reply answer(Request request) {
    List<Path> files = request.files().stream().map(Path::of).toList();
    try {
      within(1);
      return switch (request.kind()) {
        case INSPECT -> Reply.pages(reader.inspect(files));
        case READ -> {
          within(reader.pages(files));
          yield report(ReportTable.read(reader.read(files)));
        }
        case IMAGE -> Reply.image(reader.image(files, request.page(), request.width()));
      };
    } catch (BadFile e) {
      return request.kind() == Request.Kind.INSPECT ? Reply.unfit(why(e)) : unreadable(files);
    } catch (ReportUnreadable e) {
      return Reply.failure(e.failure());
    } catch (RuntimeException | StackOverflowError e) {
      return request.kind() == Request.Kind.INSPECT
          ? Reply.unfit(Unfit.Why.UNREADABLE)
          : Reply.NONE;
    }
  }

  /** The service is not asked to hold more than it would go on with. */
  static Reply report(PrintedReport report) {
    return report.rows().size() > PrintedReport.MOST_ROWS
        ? Reply.failure(Failure.PROCESSING_ERROR)
        : Reply.report(report.fitted());
  }

  /** Whatever a page says, a report takes no more than there is room for. */
  static byte[] message(Reply reply) {
    byte[] out = Json.bytes(reply);
    return reply.report().isPresent() && out.length > LARGEST_REPORT
        ? Json.bytes(Reply.failure(Failure.PROCESSING_ERROR))
        : out;
  }

  private void within(int pages) {
    deadline.set(System.nanoTime() + limits.page().toNanos() * (pages + 1));
  }

  private Reply unreadable(List<Path> files) {
    try {
      reader.read(files);
      return Reply.NONE;
    } catch (ReportUnreadable e) {
      return Reply.failure(e.failure());
    }
  }

  private static Unfit.Why why(BadFile e) {
    return switch (e.why()) {
      case UNREADABLE -> Unfit.Why.UNREADABLE;
      case ENCRYPTED -> Unfit.Why.ENCRYPTED;
      case TOO_MANY_PAGES -> Unfit.Why.TOO_MANY_PAGES;
      case UNDECODABLE -> Unfit.Why.UNDECODABLE;
    };
  }
}
