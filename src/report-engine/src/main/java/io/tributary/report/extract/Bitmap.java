package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixReadMem;
import static org.bytedeco.leptonica.global.leptonica.setMsgSeverity;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.leptonica.PIX;

/** Leptonica image in native memory, freed when it is closed. */
final class Bitmap implements AutoCloseable {
  private static final int LOG_SILENT = 6;

  static {
    setMsgSeverity(LOG_SILENT);
  }

  private PIX pix;

  Bitmap(PIX pix) {
    if (pix == null || pix.isNull()) {
      throw new IllegalStateException("missing image");
    }
    this.pix = pix;
  }

  static Bitmap copyOf(BufferedImage grey) {
    int width = grey.getWidth();
    int height = grey.getHeight();
    byte[] pixels = ((DataBufferByte) grey.getRaster().getDataBuffer()).getData();
    byte[] head = ("P5\n" + width + " " + height + "\n255\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file = ByteBuffer.allocateDirect(head.length + width * height);
    file.put(head).put(pixels, 0, width * height).flip();
    return new Bitmap(pixReadMem(file, file.limit()));
  }

  PIX pix() {
    return pix;
  }

  /**
   * Returns the pixels of an 8-bit image, row by row.
   *
   * <p>Leptonica packs four pixels into a 32-bit word with the first pixel in the highest byte, so
   * pixel {@code x} of a row is at index {@code x ^ 3}.
   */
  byte[] bytes() {
    byte[] out = new byte[pix.wpl() * 4 * pix.h()];
    new BytePointer(pix.data()).capacity(out.length).get(out);
    return out;
  }

  int width() {
    return pix.w();
  }

  int height() {
    return pix.h();
  }

  /**
   * Returns the result of a processing step and frees this image; returns this image if the step
   * failed.
   */
  Bitmap replaceWith(PIX next) {
    if (next == null || next.isNull()) {
      return this;
    }
    close();
    return new Bitmap(next);
  }

  @Override
  public void close() {
    if (pix != null) {
      pixDestroy(pix);
      pix = null;
    }
  }
}
