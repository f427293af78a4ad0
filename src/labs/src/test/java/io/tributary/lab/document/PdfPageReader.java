package io.tributary.lab.document;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.MultiFormatReader;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;

/** Reads documents as their recipients do: text for people, barcodes for scanners. */
public final class PdfPageReader {
  private PdfPageReader() {}

  static int count(byte[] pdf) throws IOException {
    try (PDDocument d = Loader.loadPDF(pdf)) {
      return d.getNumberOfPages();
    }
  }

  /** Returns the text of a page, counted from 1, with spaces in place of line breaks. */
  static String text(byte[] pdf, int page) throws IOException {
    try (PDDocument d = Loader.loadPDF(pdf)) {
      PDFTextStripper stripper = new PDFTextStripper();
      stripper.setSortByPosition(true);
      stripper.setStartPage(page);
      stripper.setEndPage(page);
      return stripper.getText(d).replaceAll("\\s+", " ").strip();
    }
  }

  /** Returns the text of all pages, with spaces in place of line breaks. */
  public static String text(byte[] pdf) throws IOException {
    StringBuilder out = new StringBuilder();
    for (int i = 1; i <= count(pdf); i++) {
      out.append(text(pdf, i)).append(' ');
    }
    return out.toString();
  }

  static BufferedImage render(byte[] pdf, int page, int dpi) throws IOException {
    try (PDDocument d = Loader.loadPDF(pdf)) {
      return new PDFRenderer(d).renderImageWithDPI(page - 1, dpi, ImageType.RGB);
    }
  }

  /** Decodes a barcode. */
  static String decodeBarcode(BufferedImage image, BarcodeFormat format) throws NotFoundException {
    int w = image.getWidth();
    int h = image.getHeight();
    int[] pixels = image.getRGB(0, 0, w, h, null, 0, w);
    return new MultiFormatReader()
        .decode(
            new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(w, h, pixels))),
            Map.of(
                DecodeHintType.POSSIBLE_FORMATS, List.of(format), DecodeHintType.TRY_HARDER, true))
        .getText();
  }
}
