import uuid_utils.compat
from django.db import migrations, models


class Migration(migrations.Migration):
    """New nights and plays get ids that grow. The database is told nothing: it has no say in them."""

    dependencies = [("plays", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name=name,
                    name="id",
                    field=models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                )
                for name in ("night", "play")
            ]
        )
    ]
