package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixScale;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Encodes images as JPEG for display. */
final class JpegEncoder {
  private static final float QUALITY = 0.8f;

  private JpegEncoder() {}

  static byte[] encode(Bitmap pic, int width) throws IOException {
    float factor = (float) width / pic.width();
    try (Bitmap scaled = new Bitmap(pixScale(pic.pix(), factor, factor))) {
      BufferedImage image =
          new BufferedImage(scaled.width(), scaled.height(), BufferedImage.TYPE_BYTE_GRAY);
      byte[] to = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
      byte[] from = scaled.bytes();
      int stride = from.length / scaled.height();
      for (int y = 0; y < scaled.height(); y++) {
        for (int x = 0; x < scaled.width(); x++) {
          to[y * scaled.width() + x] = from[y * stride + (x ^ 3)];
        }
      }
      return encode(image);
    }
  }

  static byte[] encode(BufferedImage image) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ImageOutputStream target = ImageIO.createImageOutputStream(out)) {
      ImageWriteParam param = writer.getDefaultWriteParam();
      param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      param.setCompressionQuality(QUALITY);
      writer.setOutput(target);
      writer.write(null, new IIOImage(image, null, null), param);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }
}
