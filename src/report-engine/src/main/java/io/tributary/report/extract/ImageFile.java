package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixConvertTo8;
import static org.bytedeco.leptonica.global.leptonica.pixRead;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** Decodes an image file to grayscale after checking its dimensions. */
final class ImageFile {
  /**
   * Pixel count above which an image is scaled down, because more pixels add no information about a
   * page.
   */
  private static final double MAX_USEFUL_PIXELS = 20_000_000;

  private static final int MAX_SIDE = 40_000;
  private static final int MIN_SIDE = 40;

  private ImageFile() {}

  /** Reads an image, applies its EXIF orientation and makes its pixels square. */
  static Bitmap read(Path file, ReaderLimits limits) throws UnreadableFile {
    try {
      ImageHeader head = ImageHeader.read(file);
      Bitmap pic = decode(file, limits);
      return Rotation.toSquarePixels(
          Rotation.applyExif(SpeckFilter.remove(pic), head.orientation()), head);
    } catch (IOException | RuntimeException e) {
      throw new UnreadableFile(UnreadableFile.Why.UNDECODABLE);
    }
  }

  private static Bitmap decode(Path file, ReaderLimits limits) throws IOException, UnreadableFile {
    try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new UnreadableFile(UnreadableFile.Why.UNDECODABLE);
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        return decode(file, reader, limits);
      } finally {
        reader.dispose();
      }
    }
  }

  private static Bitmap decode(Path file, ImageReader reader, ReaderLimits limits)
      throws IOException, UnreadableFile {
    int width = reader.getWidth(0);
    int height = reader.getHeight(0);
    double pixels = (double) width * height;
    if (pixels > limits.pixels()
        || Math.max(width, height) > MAX_SIDE
        || Math.min(width, height) < MIN_SIDE) {
      throw new UnreadableFile(UnreadableFile.Why.UNDECODABLE);
    }
    ImageReadParam param = reader.getDefaultReadParam();
    int step = (int) Math.ceil(Math.sqrt(pixels / MAX_USEFUL_PIXELS));
    param.setSourceSubsampling(step, step, 0, 0);
    BufferedImage decoded;
    try {
      decoded = reader.read(0, param);
    } catch (IOException e) {
      if (step > 1) {
        throw e;
      }
      // CMYK, which this decoder does not support.
      try (Bitmap raw = new Bitmap(pixRead(file.toString()))) {
        return new Bitmap(pixConvertTo8(raw.pix(), 0));
      }
    }
    return Bitmap.copyOf(toGrayscale(decoded));
  }

  static BufferedImage toGrayscale(BufferedImage image) {
    if (image.getType() == BufferedImage.TYPE_BYTE_GRAY) {
      return image;
    }
    BufferedImage grey =
        new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = grey.createGraphics();
    // Transparent areas become white paper.
    g.drawImage(image, 0, 0, Color.WHITE, null);
    g.dispose();
    return grey;
  }
}
