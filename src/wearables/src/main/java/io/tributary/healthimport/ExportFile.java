package io.tributary.healthimport;

import io.tributary.provider.apple.InvalidExportException;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Opened upload: the XML file and the files beside it. Nothing is extracted to disk, so file names
 * inside a zip cannot cause path traversal.
 */
final class ExportFile implements Closeable {
  /** Unpacked size up to which the compression ratio is not checked. */
  private static final long RATIO_EXEMPT_BYTES = 16L << 20;

  private static final int MAX_RECORDINGS = 10_000;
  private static final long MAX_RECORDING_BYTES = 16L << 20;
  private static final long MAX_ROUTE_BYTES = 64L << 20;

  private final Path path;
  private final ZipFile zip;
  private final ZipEntry xml;
  private final List<ZipEntry> recordings;
  private final Map<String, ZipEntry> routes;
  private final long length;
  private final long maxBytes;

  private ExportFile(
      Path path,
      ZipFile zip,
      ZipEntry xml,
      List<ZipEntry> recordings,
      Map<String, ZipEntry> routes,
      long length,
      long most) {
    this.path = path;
    this.zip = zip;
    this.xml = xml;
    this.recordings = recordings;
    this.routes = routes;
    this.length = length;
    this.maxBytes = most;
  }

  /**
   * @param maxBytes maximum unpacked size of the XML in bytes
   * @param ratio maximum compression ratio
   */
  static ExportFile open(Path path, ExportFormat format, long most, int ratio) throws IOException {
    return switch (format) {
      case XML -> {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
          yield new ExportFile(path, null, null, List.of(), Map.of(), file.size(), Long.MAX_VALUE);
        }
      }
      case ZIP -> {
        ZipInspector.check(path);
        ZipFile zip = new ZipFile(path.toFile());
        try {
          yield openZip(path, zip, most, ratio);
        } catch (RuntimeException e) {
          zip.close();
          throw e;
        }
      }
    };
  }

  private static ExportFile openZip(Path path, ZipFile zip, long most, int ratio) {
    List<ZipEntry> candidates = new ArrayList<>();
    List<ZipEntry> recordings = new ArrayList<>();
    Map<String, ZipEntry> routes = new HashMap<>();
    Enumeration<? extends ZipEntry> all = zip.entries();
    while (all.hasMoreElements()) {
      ZipEntry e = all.nextElement();
      String name = e.getName().toLowerCase(Locale.ROOT);
      if (name.endsWith(".xml") && !name.endsWith("_cda.xml") && depth(name) <= 1) {
        candidates.add(e);
      } else if (name.endsWith(".csv") && name.contains("electrocardiograms/")) {
        recordings.add(e);
      } else if (name.endsWith(".gpx")) {
        routes.put(folderAndFile(name), e);
      }
    }
    // The file name depends on the phone's language. The export is the file named export.xml, or
    // else the largest XML file.
    ZipEntry xml =
        candidates.stream()
            .max(
                Comparator.comparing((ZipEntry e) -> isExportXml(e.getName()))
                    .thenComparing(ZipEntry::getSize)
                    .thenComparing(ZipEntry::getName))
            .orElseThrow(
                () ->
                    new InvalidExportException(
                        "the zip contains no export.xml; upload the zip that the Health app"
                            + " exported"));
    if (recordings.size() > MAX_RECORDINGS) {
      throw new InvalidExportException("the zip contains too many recordings");
    }
    recordings.sort(Comparator.comparing(ZipEntry::getName));
    long bound = Math.min(most, Math.max(RATIO_EXEMPT_BYTES, ratio * xml.getCompressedSize()));
    if (xml.getSize() > bound) {
      throw unpackedTooLarge();
    }
    return new ExportFile(path, zip, xml, recordings, routes, xml.getSize(), bound);
  }

  private static boolean isExportXml(String name) {
    return name.equals("export.xml") || name.endsWith("/export.xml");
  }

  private static long depth(String name) {
    return name.chars().filter(c -> c == '/').count();
  }

  private static InvalidExportException unpackedTooLarge() {
    return new InvalidExportException(
        "the uncompressed content of the zip is too large for a Health export");
  }

  /** Returns the size of the XML in bytes, as declared by the file. */
  long length() {
    return length;
  }

  /** Returns the XML from the given byte on. A zip must be decompressed up to that byte again. */
  InputStream xml(long at) throws IOException {
    if (zip == null) {
      FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
      file.position(at);
      return Channels.newInputStream(file);
    }
    InputStream in = new SizeLimitedStream(zip.getInputStream(xml), maxBytes);
    in.skipNBytes(at);
    return in;
  }

  int recordings() {
    return recordings.size();
  }

  InputStream recording(int i) throws IOException {
    return new SizeLimitedStream(zip.getInputStream(recordings.get(i)), MAX_RECORDING_BYTES);
  }

  /**
   * Returns a route by the path that its workout names; empty if it does not exist.
   *
   * @throws InvalidExportException if it is too long
   */
  Optional<byte[]> route(String path) throws IOException {
    ZipEntry entry = routes.get(folderAndFile(path.toLowerCase(Locale.ROOT)));
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream in = new SizeLimitedStream(zip.getInputStream(entry), MAX_ROUTE_BYTES)) {
      return Optional.of(in.readAllBytes());
    }
  }

  /** Returns folder and file name, the part common to a workout's path and the name in the zip. */
  private static String folderAndFile(String path) {
    int file = path.lastIndexOf('/');
    return path.substring(path.lastIndexOf('/', file - 1) + 1);
  }

  @Override
  public void close() throws IOException {
    if (zip != null) {
      zip.close();
    }
  }

  /** Counts the decompressed bytes, because sizes declared in a zip may be wrong. */
  private static final class SizeLimitedStream extends FilterInputStream {
    private long left;

    SizeLimitedStream(InputStream in, long most) {
      super(in);
      left = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      int n = super.read(b, off, len);
      left -= Math.max(0, n);
      if (left < 0) {
        throw unpackedTooLarge();
      }
      return n;
    }

    @Override
    public long skip(long n) throws IOException {
      long skipped = super.skip(n);
      left -= skipped;
      if (left < 0) {
        throw unpackedTooLarge();
      }
      return skipped;
    }
  }
}
