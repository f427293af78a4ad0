package io.tributary.report.reader;

import io.tributary.core.Json;
import io.tributary.report.extract.PageReader;
import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.extract.UnreadableFile;
import io.tributary.report.layout.ReportLayoutReader;
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
 * Main class of the reader process, a child of the service that ends with it. Reads requests from
 * standard input one after another. It writes no other output, because report content is private.
 */
public final class ReaderMain {
  /** Exit code for excessive time or memory; equal to the JVM's own code for an exhausted heap. */
  static final int EXIT_LIMIT_EXCEEDED = 3;

  /** Maximum report size in bytes, so that the draft with its candidate codes still fits a save. */
  static final int MAX_REPORT_BYTES = ProcessFraming.MAX_MESSAGE_BYTES / 2;

  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  private final PageReader reader;
  private final ReaderLimits limits;

  /** Deadline of the current request in nanoTime; 0 if there is none. */
  private final AtomicLong deadline = new AtomicLong();

  private ReaderMain(ReaderLimits limits) {
    this.limits = limits;
    this.reader = new PageReader(limits);
  }

  /**
   * @param arguments pages, pixels and milliseconds per page, as in {@link ReaderLimits}
   */
  public static void main(String[] arguments) throws IOException {
    DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
    // Images must not be cached on disk, where a killed process would leave them.
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
    Thread.ofPlatform().daemon().name("deadline").start(this::enforceDeadline);
    try {
      while (true) {
        ReaderRequest request = Json.read(ProcessFraming.read(in), ReaderRequest.class);
        ReaderReply reply = answer(request);
        deadline.set(0);
        ProcessFraming.write(out, serialize(reply));
      }
    } catch (IOException e) {
      // The parent process has exited.
    }
  }

  /**
   * Enforces the deadline. The decoding of a page cannot be interrupted, so the whole process
   * exits.
   */
  private void enforceDeadline() {
    while (true) {
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
      long until = deadline.get();
      if (until != 0 && System.nanoTime() - until > 0) {
        Runtime.getRuntime().halt(EXIT_LIMIT_EXCEEDED);
      }
    }
  }

  private ReaderReply answer(ReaderRequest request) {
    List<Path> files = request.files().stream().map(Path::of).toList();
    try {
      setDeadline(1);
      return switch (request.kind()) {
        case INSPECT -> ReaderReply.pages(reader.inspect(files));
        case READ -> {
          setDeadline(reader.countPages(files));
          yield report(ReportLayoutReader.read(reader.read(files)));
        }
        case IMAGE -> ReaderReply.image(reader.renderPage(files, request.page(), request.width()));
      };
    } catch (UnreadableFile e) {
      return request.kind() == ReaderRequest.Kind.INSPECT
          ? ReaderReply.unfit(toReason(e))
          : unreadable(files);
    } catch (ReportUnreadable e) {
      return ReaderReply.failure(e.failure());
    } catch (RuntimeException | StackOverflowError e) {
      return request.kind() == ReaderRequest.Kind.INSPECT
          ? ReaderReply.unfit(UnsupportedReportFile.UnsupportedReason.UNREADABLE)
          : ReaderReply.NONE;
    }
  }

  /**
   * Returns the reply for a report, or a failure if it has more rows than the service processes.
   */
  static ReaderReply report(RawReport report) {
    return report.rows().size() > RawReport.MAX_ROWS
        ? ReaderReply.failure(ParseFailure.PROCESSING_ERROR)
        : ReaderReply.report(report.truncateTexts());
  }

  /** Serializes the reply; a report above the size limit becomes a failure. */
  static byte[] serialize(ReaderReply reply) {
    byte[] out = Json.bytes(reply);
    return reply.report().isPresent() && out.length > MAX_REPORT_BYTES
        ? Json.bytes(ReaderReply.failure(ParseFailure.PROCESSING_ERROR))
        : out;
  }

  private void setDeadline(int pages) {
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

  private static UnsupportedReportFile.UnsupportedReason toReason(UnreadableFile e) {
    return switch (e.reason()) {
      case UNREADABLE -> UnsupportedReportFile.UnsupportedReason.UNREADABLE;
      case ENCRYPTED -> UnsupportedReportFile.UnsupportedReason.ENCRYPTED;
      case TOO_MANY_PAGES -> UnsupportedReportFile.UnsupportedReason.TOO_MANY_PAGES;
      case UNDECODABLE -> UnsupportedReportFile.UnsupportedReason.UNDECODABLE;
    };
  }
}
