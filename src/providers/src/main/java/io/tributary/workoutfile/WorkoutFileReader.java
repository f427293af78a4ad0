package io.tributary.workoutfile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a workout file. The format is detected from the first bytes; file name and media type are
 * ignored.
 */
public final class WorkoutFileReader {
  private WorkoutFileReader() {}

  /**
   * @param mostBytes maximum size after decompression
   * @throws UnsupportedFileException if it is not a workout
   */
  public static WorkoutFile read(byte[] given, long mostBytes) {
    byte[] file = decompress(given, mostBytes);
    if (file.length == 0) {
      throw new UnsupportedFileException("the file is empty");
    }
    if (FitReader.isFit(file)) {
      return FitFile.read(file);
    }
    if (file.length > 1 && file[0] == 'P' && file[1] == 'K') {
      throw new UnsupportedFileException("the file is an archive; send the file inside it");
    }
    if (file.length > 1 && file[0] == '-' && file[1] == '-') {
      throw new UnsupportedFileException("the body is a form; send the file itself as the body");
    }
    if (!isXml(file)) {
      throw new UnsupportedFileException("not a FIT, TCX or GPX file");
    }
    return switch (XmlElementReader.root(file)) {
      case TcxFile.ROOT -> TcxFile.read(file);
      case GpxFile.ROOT -> GpxFile.read(file);
      default -> throw new UnsupportedFileException("not a FIT, TCX or GPX file");
    };
  }

  /** Returns whether it begins like XML: white space, a byte order mark, an angle bracket. */
  private static boolean isXml(byte[] file) {
    for (int i = 0; i < file.length && i < 1000; i++) {
      int b = file[i] & 0xff;
      boolean before = b <= ' ' || b == 0xef || b == 0xbb || b == 0xbf || b == 0xfe || b == 0xff;
      if (!before) {
        return b == '<';
      }
    }
    return false;
  }

  private static byte[] decompress(byte[] given, long mostBytes) {
    if (given.length < 2 || (given[0] & 0xff) != 0x1f || (given[1] & 0xff) != 0x8b) {
      return given;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(given.length * 3);
    byte[] buffer = new byte[16 * 1024];
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(given))) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        if (out.size() > mostBytes) {
          throw new UnsupportedFileException(
              "the uncompressed file is larger than " + mostBytes + " bytes");
        }
      }
    } catch (EOFException e) {
      throw new UnsupportedFileException("the compressed file is truncated");
    } catch (ZipException e) {
      throw new UnsupportedFileException("the compressed file is damaged");
    } catch (IOException e) {
      throw new UnsupportedFileException("the compressed file cannot be read");
    }
    return out.toByteArray();
  }
}
