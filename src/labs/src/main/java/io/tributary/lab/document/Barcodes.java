package io.tributary.lab.document;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.oned.Code128Writer;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Draws numbers as barcodes. They are vector shapes, so they stay sharp at any size. */
final class Barcodes {
  /** Longer texts do not fit on a label as bars that a scanner can resolve. */
  private static final int MAX_BAR_TEXT = 24;

  private Barcodes() {}

  /** Draws a QR code with this side length at its lower left corner. */
  static void drawQrCode(PdfPageWriter sheet, String text, float x, float bottom, float side) {
    BitMatrix m;
    try {
      m =
          new QRCodeWriter()
              .encode(
                  text,
                  BarcodeFormat.QR_CODE,
                  0,
                  0,
                  Map.of(
                      EncodeHintType.ERROR_CORRECTION,
                      ErrorCorrectionLevel.M,
                      EncodeHintType.MARGIN,
                      2,
                      EncodeHintType.CHARACTER_SET,
                      StandardCharsets.UTF_8.name()));
    } catch (WriterException e) {
      throw new IllegalArgumentException("text too long for a barcode: length " + text.length());
    }
    float dot = side / m.getWidth();
    List<float[]> boxes = new ArrayList<>();
    for (int row = 0; row < m.getHeight(); row++) {
      int from = -1;
      for (int col = 0; col <= m.getWidth(); col++) {
        boolean dark = col < m.getWidth() && m.get(col, row);
        if (dark && from < 0) {
          from = col;
        } else if (!dark && from >= 0) {
          float at = bottom + side - (row + 1) * dot;
          boxes.add(new float[] {x + from * dot, at, (col - from) * dot, dot});
          from = -1;
        }
      }
    }
    sheet.drawBoxes(boxes);
  }

  /** Returns whether the text can be encoded as bars; other texts need a QR code. */
  static boolean fitsBars(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_BAR_TEXT
        && text.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
  }

  /** Draws a Code 128 barcode, the kind used on tubes. */
  static void drawCode128(
      PdfPageWriter sheet, String text, float x, float bottom, float width, float height) {
    BitMatrix m =
        new Code128Writer()
            .encode(text, BarcodeFormat.CODE_128, 0, 1, Map.of(EncodeHintType.MARGIN, 10));
    float bar = width / m.getWidth();
    List<float[]> boxes = new ArrayList<>();
    for (int col = 0; col < m.getWidth(); col++) {
      if (m.get(col, 0)) {
        boxes.add(new float[] {x + col * bar, bottom, bar, height});
      }
    }
    sheet.drawBoxes(boxes);
  }
}
