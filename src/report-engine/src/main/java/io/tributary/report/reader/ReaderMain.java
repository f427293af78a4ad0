package io.tributary.report.reader;

import io.tributary.core.Json;
import io.tributary.report.extract.PageReader;
import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.extract.UnreadableFile;
import io.tributary.report.layout.ReportTable;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportUnreadable;
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
  static final int LARGEST_REPORT = ProcessFraming.LARGEST / 2;

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
        ReaderRequest request = Json.read(ProcessFraming.read(in), ReaderRequest.class);
        ReaderReply reply = answer(request);
        deadline.set(0);
        ProcessFraming.write(out, message(reply));
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

  private ReaderReply answer(ReaderRequest request) {
    List<Path> files = request.files().stream().map(Path::of).toList();
    try {
      within(1);
      return switch (request.kind()) {
        case INSPECT -> ReaderReply.pages(reader.inspect(files));
        case READ -> {
          within(reader.pages(files));
          yield report(ReportTable.read(reader.read(files)));
        }
        case IMAGE -> ReaderReply.image(reader.image(files, request.page(), request.width()));
      };
    } catch (UnreadableFile e) {
      return request.kind() == ReaderRequest.Kind.INSPECT
          ? ReaderReply.unfit(why(e))
          : unreadable(files);
    } catch (ReportUnreadable e) {
      return ReaderReply.failure(e.failure());
    } catch (RuntimeException | StackOverflowError e) {
      return request.kind() == ReaderRequest.Kind.INSPECT
          ? ReaderReply.unfit(UnsupportedReportFile.Why.UNREADABLE)
          : ReaderReply.NONE;
    }
  }

  /** The service is not asked to hold more than it would go on with. */
  static ReaderReply report(RawReport report) {
    return report.rows().size() > RawReport.MOST_ROWS
        ? ReaderReply.failure(ParseFailure.PROCESSING_ERROR)
        : ReaderReply.report(report.fitted());
  }

  /** Whatever a page says, a report takes no more than there is room for. */
  static byte[] message(ReaderReply reply) {
    byte[] out = Json.bytes(reply);
    return reply.report().isPresent() && out.length > LARGEST_REPORT
        ? Json.bytes(ReaderReply.failure(ParseFailure.PROCESSING_ERROR))
        : out;
  }

  private void within(int pages) {
    deadline.set(System.nanoTime() + limits.page().toNanos() * (pages + 1));
  }

  private ReaderReply unreadable(List<Path> files) {
    try {
      reader.read(files);
      return ReaderReply.NONE;
    } catch (ReportUnreadable e) {
      return ReaderReply.failure(e.failure());
    }
  }

  private static UnsupportedReportFile.Why why(UnreadableFile e) {
    return switch (e.why()) {
      case UNREADABLE -> UnsupportedReportFile.Why.UNREADABLE;
      case ENCRYPTED -> UnsupportedReportFile.Why.ENCRYPTED;
      case TOO_MANY_PAGES -> UnsupportedReportFile.Why.TOO_MANY_PAGES;
      case UNDECODABLE -> UnsupportedReportFile.Why.UNDECODABLE;
    };
  }
}
